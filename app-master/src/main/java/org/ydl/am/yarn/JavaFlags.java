package org.ydl.am.yarn;

/** What the command lines of all our containers have in common. */
final class JavaFlags {
    /**
     * A Java that starts fast and stays small, and whose report of a native crash is kept with the logs: the working
     * directory is removed. Arguments and file names are UTF-8 whatever the locale of a node: a container has none, and
     * Java would replace every character beyond ASCII.
     */
    static final String COMMON = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -XX:-UsePerfData"
            + " -XX:ErrorFile=<LOG_DIR>/hs_err_pid%p.log -Dfile.encoding=UTF-8 -Dsun.jnu.encoding=UTF-8";

    /** YARN puts its directory for logs there, and shows the end of stderr in its diagnostics. */
    static final String TO_LOGS = "1><LOG_DIR>/stdout 2><LOG_DIR>/stderr";

    private JavaFlags() {}
}
