package org.ydl.it;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The processes of one job on this machine, told apart by what they run and what they were started for.
 *
 * <p>Where a former attempt still lives beside its successor, the successor is meant.
 */
record JobProcesses(String applicationId) {
    private static final String MASTER = "org.ydl.am.YarnAppMaster";
    private static final String RUNNER = "org.ydl.runner.Runner";
    private static final Pattern NODE = Pattern.compile("/data/(nodemanager-\\d+)/local/");

    /** The application master, once there is one. */
    LiveProcess master() {
        return Await.some("the application master of " + applicationId, () -> masters().stream()
                .reduce((older, newer) -> newer));
    }

    /** Every application master that lives, the oldest attempt first. */
    List<LiveProcess> masters() {
        return processes()
                .filter(process -> process.runs(MASTER))
                .sorted(byContainer())
                .toList();
    }

    /** Waits for an application master that is another one than this. */
    LiveProcess masterAfter(LiveProcess former) {
        return Await.some("another application master of " + applicationId, () -> masters().stream()
                .filter(master -> !master.equals(former))
                .reduce((older, newer) -> newer));
    }

    /** The JVM that cares for a task, such as {@code worker:1}, once there is one. */
    LiveProcess runner(String task) {
        return Await.some(
                "the runner of " + task + " of " + applicationId,
                () -> Optional.ofNullable(runners().get(task)));
    }

    /** The user's process of a task, once there is one. */
    LiveProcess script(String task) {
        return Await.some(
                "the script of " + task + " of " + applicationId,
                () -> Optional.ofNullable(scripts().get(task)));
    }

    /** Waits for a script of the task that is another one than this. */
    LiveProcess scriptAfter(String task, LiveProcess former) {
        return Await.some(
                "another script of " + task + " of " + applicationId,
                () -> Optional.ofNullable(scripts().get(task)).filter(script -> !script.equals(former)));
    }

    /** The runners now, by task. */
    Map<String, LiveProcess> runners() {
        return byTask(process -> process.runs(RUNNER));
    }

    /** The user's processes now, by task. */
    Map<String, LiveProcess> scripts() {
        return byTask(process -> isUsers(process)
                && process.parent().filter(JobProcesses::isUsers).isEmpty());
    }

    /** How many runners live for the tasks of the job, former ones included. */
    long countRunners() {
        return processes().filter(process -> process.runs(RUNNER)).count();
    }

    /** The node that a process runs on, such as {@code nodemanager-2}. */
    static String node(LiveProcess process) {
        Matcher matcher = NODE.matcher(process.directory());
        if (!matcher.find()) {
            throw new AssertionError(process + " runs in " + process.directory() + ", which is no container's");
        }
        return matcher.group(1);
    }

    private Map<String, LiveProcess> byTask(java.util.function.Predicate<LiveProcess> wanted) {
        return processes()
                .filter(wanted)
                .sorted(byContainer())
                .collect(Collectors.toMap(
                        process -> process.variable("YDL_TASK"),
                        Function.identity(),
                        (older, newer) -> newer,
                        TreeMap::new));
    }

    /** The runner, its script and the script's guard do not carry the mark. */
    private static boolean isUsers(LiveProcess process) {
        return !process.variable("YDL_USER_COOKIE").isEmpty();
    }

    private Stream<LiveProcess> processes() {
        Pattern own = containers(applicationId);
        return LiveProcess.all()
                .filter(process -> own.matcher(process.variable("CONTAINER_ID")).lookingAt());
    }

    /** The later a container was given, the higher its number. */
    private static Comparator<LiveProcess> byContainer() {
        return Comparator.comparing(process -> process.variable("CONTAINER_ID").replaceFirst("_e\\d+_", "_"));
    }

    /** How the ids of an application's containers begin; YARN counts its own restarts in them. */
    static Pattern containers(String applicationId) {
        return Pattern.compile("container_(e\\d+_)?" + applicationId.substring("application_".length()) + "_");
    }
}
