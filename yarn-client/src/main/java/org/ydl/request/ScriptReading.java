package org.ydl.request;

import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * What a Python program says of the way it wants to be run, as far as can be told without running it.
 *
 * @param name of the file, for the user
 */
record ScriptReading(String name, String code, Set<String> strings) {
    private static final Pattern MAKES_SERVER = Pattern.compile(
            "\\b(?:distribute|train|server_lib)\\s*\\.\\s*Server\\s*\\(|\\bimport\\b[^\\n]*\\bServer\\b");
    private static final Pattern MULTI_WORKER =
            Pattern.compile("\\b(?:MultiWorkerMirroredStrategy|CollectiveAllReduceStrategy)\\b");
    private static final Pattern PARAMETER_SERVER = Pattern.compile("\\bParameterServerStrategy(?:V2)?\\b");

    /** @param sources the program's own first, then of modules that go along with it */
    static ScriptReading of(String name, List<String> sources) {
        List<PythonText> texts = sources.stream().map(PythonText::of).toList();
        Set<String> strings = new LinkedHashSet<>();
        texts.stream().map(PythonText::strings).forEach(strings::addAll);
        return new ScriptReading(
                name, String.join("\n", texts.stream().map(PythonText::code).toList()), strings);
    }

    /** Why the program must own its server, if it must. */
    Optional<String> ownServer() {
        if (MAKES_SERVER.matcher(code).find()) {
            return Optional.of(name + " makes a tf.distribute.Server");
        }
        if (usesMultiWorkerStrategy()) {
            return Optional.of(name + " uses MultiWorkerMirroredStrategy, which starts its own servers");
        }
        return Optional.empty();
    }

    boolean usesMultiWorkerStrategy() {
        return MULTI_WORKER.matcher(code).find();
    }

    boolean usesParameterServerStrategy() {
        return PARAMETER_SERVER.matcher(code).find();
    }

    /** Whether it defines or reads a command line flag of this name, written with dashes or without. */
    boolean mentionsFlag(String flag) {
        return strings.contains("--" + flag) || strings.contains("-" + flag) || strings.contains(flag);
    }

    /** Of several flags those that it mentions, in the given order. */
    List<String> mentioned(Collection<String> flags) {
        return flags.stream().filter(this::mentionsFlag).toList();
    }
}
