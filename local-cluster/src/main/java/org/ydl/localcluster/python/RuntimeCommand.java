package org.ydl.localcluster.python;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ydl.localcluster.words.Spelling;

/**
 * The program {@code ydl-runtime}: packs a Python for clusters whose nodes have none.
 *
 * <p>One thread. Owns nothing but the archive while it is being made.
 */
public final class RuntimeCommand {
    static final int OK = 0;
    static final int FAILED = 1;
    static final int USAGE = 2;

    private static final Path STANDARD_OUTPUT = Path.of("ydl-python.tar.gz");
    private static final List<String> VALUE_FLAGS = List.of("--python", "--output");
    private static final List<String> WORDS = List.of("pack", "help", "--help", "--python", "--output");

    private static final String HELP =
            """
            ydl-runtime: the Python that jobs run with

            usage: ydl-runtime pack [options]

              pack    make an archive of a Python, its standard library and its packages.
                      It works wherever it is unpacked, on nodes of the same kind of
                      Linux that need no Python of their own

            options
              --python PATH   the Python to pack, or the directory of a virtual environment
                              (default: the one with TensorFlow that ydl makes in ~/.ydl)
              --output FILE   the archive (default: ydl-python.tar.gz)
              -h, --help      show this

            Left out are tests, tkinter, static libraries and TensorFlow's headers. A Python that
            does not change gives the same archive again, which then need not be uploaded anew.

            Example
              ydl-runtime pack --output /tmp/env.tar.gz
              ydl-tf -job job.py --python-env /tmp/env.tar.gz

            exit codes
              0  done
              1  failed; the message says why
              2  the command line is wrong
            """;

    private final PrintStream out;
    private final PrintStream err;

    RuntimeCommand(PrintStream out, PrintStream err) {
        this.out = out;
        this.err = err;
    }

    public static void main(String[] args) throws InterruptedException {
        System.exit(new RuntimeCommand(System.out, System.err).run(List.of(args)));
    }

    int run(List<String> words) throws InterruptedException {
        List<String> problems = new ArrayList<>();
        Map<String, String> read = read(new ArrayDeque<>(words), problems);
        if (read.containsKey("help")) {
            out.print(HELP);
            return OK;
        }
        if (problems.isEmpty() && !read.containsKey("pack")) {
            problems.add("Say what to do: ydl-runtime pack.");
        }
        if (!problems.isEmpty()) {
            problems.forEach(problem -> err.println("ydl-runtime: " + problem));
            err.println("See ydl-runtime --help.");
            return USAGE;
        }
        return pack(
                Optional.ofNullable(read.get("--python")).map(Path::of),
                Optional.ofNullable(read.get("--output")).map(Path::of).orElse(STANDARD_OUTPUT));
    }

    private int pack(Optional<Path> given, Path archive) throws InterruptedException {
        try {
            Path python = given.isPresent()
                    ? given.get()
                    : PythonRuntime.in(PythonRuntime.standardParent(), System.getenv())
                            .ensure(this::progress);
            new PythonPack(python).into(archive, this::progress);
            out.println(archive);
            progress("use it with: ydl-tf --python-env " + archive);
            return OK;
        } catch (PythonException e) {
            err.println("ydl-runtime: " + e.getMessage());
        } catch (IOException e) {
            err.println("ydl-runtime: cannot pack: " + e);
        }
        return FAILED;
    }

    private void progress(String line) {
        err.println("ydl: " + line);
    }

    /** The words by their name, flags with their value; what cannot be read is a problem. */
    private static Map<String, String> read(Deque<String> words, List<String> problems) {
        Map<String, String> read = new HashMap<>();
        while (!words.isEmpty()) {
            String word = words.remove();
            int equals = word.indexOf('=');
            String name = equals < 0 ? word : word.substring(0, equals);
            if (VALUE_FLAGS.contains(name)) {
                String value = equals >= 0 ? word.substring(equals + 1) : words.isEmpty() ? "" : words.remove();
                if (value.isBlank()) {
                    problems.add(name + " needs a value.");
                }
                read.put(name, value);
            } else if (List.of("help", "--help", "-h").contains(word)) {
                read.put("help", "");
            } else if (word.equals("pack")) {
                read.put(word, "");
            } else {
                problems.add(name + " is not known."
                        + Spelling.nearest(name, WORDS)
                                .map(nearest -> " Did you mean " + nearest + "?")
                                .orElse(""));
            }
        }
        return read;
    }
}
