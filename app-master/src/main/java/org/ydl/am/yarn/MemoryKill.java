package org.ydl.am.yarn;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ydl.api.Role;
import org.ydl.job.ExitReason;
import org.ydl.job.ExitReason.Kind;

/**
 * A container that its node ended for using too much memory, as the node's own words have it: its limit, what it used, and
 * the size to try next. What a node says is cut at its beginning if there were many processes, so all of it may be absent.
 *
 * @param virtual whether it was about virtual memory, of which a container gets a multiple of its size
 * @param size of the container in MiB
 */
record MemoryKill(boolean virtual, String diagnostics, Optional<Long> size) {
    private static final Pattern PHYSICAL = usage("physical");
    private static final Pattern VIRTUAL = usage("virtual");

    /** Exact, but only since Hadoop 3. */
    private static final Pattern BEYOND = Pattern.compile("running (\\d+)B beyond the '(PHYSICAL|VIRTUAL)'");

    private static final long MIB = 1L << 20;

    /** In MiB: up to here a size is rounded to a quarter of a GiB, above to a whole one. */
    private static final long LARGE = 4096;

    /** What a process has when it is ended is hardly all that it wanted. */
    private static final double MARGIN = 1.15;

    private static final double GUESS = 1.5;

    /** @param role of the container, if it is known */
    ExitReason reason(Optional<Role> role) {
        String flag =
                role.map(known -> "--" + known.label() + "-memory").orElse("--worker-memory, or that of its role,");
        String what = "was killed by YARN for using too much " + (virtual ? "virtual " : "") + "memory";
        String larger = next().map(size -> flag + " " + size).orElse("a larger " + flag);
        String advice = virtual
                ? larger + ", or ask the administrators to switch off yarn.nodemanager.vmem-check-enabled:"
                        + " TensorFlow reserves far more memory than it uses"
                : larger + ", or a smaller batch size";
        return figures()
                .map(figures ->
                        ExitReason.of(Kind.MEMORY_EXCEEDED, what, advice).withFigures(figures))
                .orElseGet(() -> ExitReason.of(Kind.MEMORY_EXCEEDED, what + said(), advice));
    }

    private Optional<String> figures() {
        return limit().map(limit -> "limit      " + limit + " MiB"
                + used().map(used -> "    used  " + used + " MiB").orElse(""));
    }

    private String said() {
        return diagnostics.isBlank() ? "" : ": " + diagnostics.strip();
    }

    /** In MiB. */
    private Optional<Long> limit() {
        Optional<Long> said = said(virtual ? VIRTUAL : PHYSICAL, 2);
        return virtual ? said : size.or(() -> said);
    }

    /** In MiB. */
    private Optional<Long> used() {
        Matcher beyond = BEYOND.matcher(diagnostics);
        Optional<Long> more =
                beyond.find() ? Optional.of(mebibytes(Double.parseDouble(beyond.group(1)))) : Optional.empty();
        return limit().flatMap(limit -> more.map(above -> limit + above))
                .or(() -> said(virtual ? VIRTUAL : PHYSICAL, 1));
    }

    /** The size to try next, as the flags take it. */
    private Optional<String> next() {
        Optional<Long> now = size.or(() -> said(PHYSICAL, 2));
        return now.map(mib -> {
            double times = limit().flatMap(limit -> used().map(used -> MARGIN * used / limit))
                    .orElse(GUESS);
            long wanted = (long) Math.ceil(mib * times);
            long step = wanted <= LARGE ? 256 : 1024;
            long rounded = (wanted + step - 1) / step * step;
            return rounded % 1024 == 0 ? rounded / 1024 + "g" : rounded + "m";
        });
    }

    private Optional<Long> said(Pattern usage, int which) {
        Matcher matcher = usage.matcher(diagnostics);
        return matcher.find()
                ? Optional.of(size(matcher.group(2 * which - 1), matcher.group(2 * which)))
                : Optional.empty();
    }

    private static Pattern usage(String kind) {
        return Pattern.compile("([\\d.]+) ?([KMGTP]?)B of ([\\d.]+) ?([KMGTP]?)B " + kind + " memory used");
    }

    private static long size(String number, String unit) {
        double bytes = Double.parseDouble(number) * Math.pow(1024, " KMGTP".indexOf(unit.isEmpty() ? " " : unit));
        return mebibytes(bytes);
    }

    private static long mebibytes(double bytes) {
        return (long) Math.ceil(bytes / MIB);
    }
}
