package org.ydl.am.yarn;

import org.ydl.am.YarnAppMaster;

/** The line that starts the application master in its own container, for whoever submits the job. */
public final class MasterCommand {
    private MasterCommand() {}

    /** Two thirds of the container for the heap; the rest is gRPC's buffers, threads and code. */
    public static String of(int memoryMb) {
        return "exec /bin/bash am/ydl-java.sh -Xmx" + memoryMb * 2 / 3 + "m " + JavaFlags.COMMON + " -cp 'conf:am/*' "
                + YarnAppMaster.class.getName() + " " + JavaFlags.TO_LOGS;
    }
}
