package org.ydl.api;

/** The exit codes of {@code ydl-tf}, one for each way a command can end. The README's table is made of these. */
public enum ExitCode {
    SUCCEEDED(0, Owner.USER, "the job succeeded"),
    JOB_FAILED(1, Owner.USER, "a task of the job failed"),
    BAD_COMMAND(2, Owner.USER, "the command cannot be carried out as it was given; nothing was changed"),
    KILLED(3, Owner.USER, "the job was killed"),
    TIMED_OUT(4, Owner.USER, "the job did not end within --timeout"),
    UNREACHABLE(5, Owner.CLUSTER, "the cluster or the job does not answer"),
    REJECTED(6, Owner.CLUSTER, "the cluster refused the application"),
    CLUSTER_FAILED(7, Owner.CLUSTER, "the cluster took or did not give the job's containers"),
    NOT_PREPARED(8, Owner.USER, "Python, TensorFlow or the local cluster could not be prepared"),
    INTERNAL(70, Owner.YDL, "a fault in ydl; please report it"),
    INTERRUPTED(130, Owner.USER, "Ctrl-C: the application was killed");

    private final int code;
    private final Owner owner;
    private final String meaning;

    ExitCode(int code, Owner owner, String meaning) {
        this.code = code;
        this.owner = owner;
        this.meaning = meaning;
    }

    public int code() {
        return code;
    }

    public Owner owner() {
        return owner;
    }

    public String meaning() {
        return meaning;
    }
}
