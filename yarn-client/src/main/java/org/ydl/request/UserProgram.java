package org.ydl.request;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.ydl.api.Placeholder;

/**
 * What the user wants to be run: a Python script, a jar, an executable, or a command whose words follow {@code --}.
 *
 * @param job the file, for all but a command
 * @param words the arguments of the file, or the command
 * @param source the directory that is the program's working tree, if one was named
 */
public record UserProgram(Optional<Path> job, List<String> words, Optional<Path> source) {
    private static final String PYTHON_SUFFIX = ".py";

    /** How it is started. */
    public enum Kind {
        PYTHON,
        JAR,
        EXECUTABLE,
        COMMAND
    }

    public UserProgram {
        words = List.copyOf(words);
    }

    /** Everything that is wrong with it. */
    public List<String> problems() {
        List<String> problems = new ArrayList<>();
        source.filter(dir -> !Files.isDirectory(dir))
                .ifPresent(dir -> problems.add(
                        "--src " + dir + (Files.exists(dir) ? " is no directory" : ": no such directory")));
        if (job.isPresent()) {
            problems.addAll(fileProblems(found().orElse(job.get())));
        } else if (words.isEmpty()) {
            problems.add("there is nothing to run: name a file with -job, or a command after --");
        }
        if (job.isEmpty() && source.isEmpty()) {
            words.stream()
                    .filter(UserProgram::isScriptBelow)
                    .forEach(word -> problems.add(word + " is here, but would not be on the nodes: send its tree along"
                            + " with --src DIR, or the file alone with -job"));
        }
        for (String word : words) {
            Placeholder.unknown(word).forEach(unknown -> problems.add(PlaceholderAdvice.unknown(unknown)));
        }
        return problems;
    }

    private static List<String> fileProblems(Path file) {
        if (Files.isDirectory(file)) {
            return List.of(
                    "-job " + file + " is a directory; name the file in it that is to run, or use --src for all of it");
        }
        if (!Files.exists(file)) {
            return List.of("-job " + file + ": no such file");
        }
        if (!Files.isReadable(file)) {
            return List.of("-job " + file + " cannot be read; its permissions do not allow it");
        }
        if (kind(file) == Kind.EXECUTABLE && !Files.isExecutable(file)) {
            return List.of("-job " + file + " is neither a Python script (.py) nor a jar, and it is not executable;"
                    + " chmod +x makes it one");
        }
        return new DeclaredFiles(file).problems();
    }

    public Kind kind() {
        return job.map(UserProgram::kind).orElse(Kind.COMMAND);
    }

    private static Kind kind(Path file) {
        String name = file.getFileName().toString().toLowerCase(Locale.ROOT);
        if (name.endsWith(PYTHON_SUFFIX)) {
            return Kind.PYTHON;
        }
        return name.endsWith(".jar") ? Kind.JAR : Kind.EXECUTABLE;
    }

    /** Whether the job's Python is needed, or may be: nobody knows what a command calls. */
    public boolean needsPython() {
        return switch (kind()) {
            case PYTHON, COMMAND -> true;
            case JAR, EXECUTABLE -> false;
        };
    }

    /** What the application is called if the user does not say. */
    public String name() {
        return job.map(UserProgram::nameOf)
                .or(() -> script().map(UserProgram::nameOf))
                .orElseGet(() -> words.get(0));
    }

    /** The words that start it in a container. */
    public List<String> command() {
        return started(job.map(this::linkOf).orElse(""));
    }

    /** The words that start it beside the client. */
    public List<String> commandHere() {
        return started(found().map(file -> file.toAbsolutePath().toString()).orElse(""));
    }

    private List<String> started(String file) {
        List<String> command = new ArrayList<>();
        switch (kind()) {
            case PYTHON -> command.addAll(List.of("python", file));
            case JAR -> command.addAll(List.of("java", "-jar", file));
            case EXECUTABLE -> command.add(file.startsWith("/") ? file : "./" + file);
            case COMMAND -> {}
        }
        command.addAll(words);
        return command;
    }

    /** What of this machine it needs beside its working tree: itself, files that a command names, what a script declares. */
    public List<Path> files() {
        Stream<Path> named = job.isPresent()
                ? found().stream()
                : words.stream()
                        .filter(word -> source.isEmpty() && namesFileHere(word))
                        .map(Path::of);
        Stream<Path> declared = job.isPresent() ? found().stream() : script().stream();
        return Stream.concat(named, declared.flatMap(file -> new DeclaredFiles(file).files().stream()))
                .filter(file -> !isInSource(file))
                .distinct()
                .toList();
    }

    /** What it says of the way it wants to be run, if it is a Python program. */
    Optional<ScriptReading> reading(List<Path> modules) {
        return script().map(file -> {
            List<String> sources = new ArrayList<>(List.of(text(file)));
            modules.stream()
                    .filter(module -> module.toString().endsWith(PYTHON_SUFFIX) && !module.equals(file))
                    .map(UserProgram::text)
                    .forEach(sources::add);
            return ScriptReading.of(nameOf(file), sources);
        });
    }

    /** The Python file that is run, found on this machine. */
    private Optional<Path> script() {
        return switch (kind()) {
            case PYTHON -> found();
            case JAR, EXECUTABLE -> Optional.empty();
            case COMMAND ->
                words.stream()
                        .filter(word -> word.endsWith(PYTHON_SUFFIX))
                        .map(word -> source.map(dir -> dir.resolve(word)).orElseGet(() -> Path.of(word)))
                        .filter(Files::isRegularFile)
                        .findFirst();
        };
    }

    /** The job's file: as named, or within the working tree. */
    private Optional<Path> found() {
        return job.map(file -> Files.exists(file)
                ? file
                : source.map(dir -> dir.resolve(file)).filter(Files::exists).orElse(file));
    }

    private String linkOf(Path file) {
        Path there = found().orElse(file);
        return isInSource(there)
                ? absolute(source.orElseThrow()).relativize(absolute(there)).toString()
                : nameOf(file);
    }

    private boolean isInSource(Path file) {
        return source.filter(dir -> absolute(file).startsWith(absolute(dir))).isPresent();
    }

    /** A name without directories: only such a file has the same name in a task's working directory. */
    private static boolean namesFileHere(String word) {
        return !word.contains("/") && !word.isEmpty() && Files.isRegularFile(Path.of(word));
    }

    private static boolean isScriptBelow(String word) {
        return word.contains("/")
                && !word.startsWith("/")
                && word.endsWith(PYTHON_SUFFIX)
                && Files.isRegularFile(Path.of(word));
    }

    private static Path absolute(Path path) {
        return path.toAbsolutePath().normalize();
    }

    private static String nameOf(Path file) {
        return file.getFileName().toString();
    }

    /** Any bytes are Latin letters, and all that is looked for is ASCII. */
    private static String text(Path file) {
        try {
            return Files.readString(file, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
