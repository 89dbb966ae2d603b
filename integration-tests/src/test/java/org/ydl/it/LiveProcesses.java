package org.ydl.it;

import java.nio.file.Path;
import java.util.List;

/** What runs on this machine, by what its command line, environment or working directory names. */
final class LiveProcesses {
    private LiveProcesses() {}

    /** The processes, other than this one, that have to do with a directory. */
    static List<String> naming(Path directory) {
        return naming(directory.toString());
    }

    /** The processes, other than this one, in whose command line, environment or working directory a text occurs. */
    static List<String> naming(String text) {
        return LiveProcess.all()
                .filter(process -> process.names(text))
                .map(LiveProcess::toString)
                .toList();
    }
}
