package org.ydl.bridge;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** One place where libtensorflow may be. Looking has no effect but may take the time of starting Python. */
sealed interface LibraryPlace {
    /** Its companion libtensorflow_framework.so.2 must lie beside it; the dynamic linker finds it there. */
    String FILE = "libtensorflow_cc.so.2";

    /** For messages: which place this is, as the user knows it. */
    String title();

    /** The library file, as an absolute path. The exception says where it was expected. */
    Path locate() throws IOException;

    record Explicit(Path path) implements LibraryPlace {
        @Override
        public String title() {
            return "the library named by --tf-lib, " + path;
        }

        @Override
        public Path locate() throws IOException {
            return existing(Files.isDirectory(path) ? path.resolve(FILE) : path);
        }
    }

    record OfPython(String python, Map<String, String> environment) implements LibraryPlace {
        @Override
        public String title() {
            return "the TensorFlow of Python " + python;
        }

        @Override
        public Path locate() throws IOException {
            return existing(new PythonQuestion(python, environment)
                    .directoryOf("tensorflow")
                    .resolve(FILE));
        }
    }

    record Bundled(Path directory) implements LibraryPlace {
        private static final String INSIDE_JAR = "org/tensorflow/internal/c_api/linux-x86_64";

        @Override
        public String title() {
            return "the library bundled with ydl, " + directory;
        }

        @Override
        public Path locate() throws IOException {
            Path direct = directory.resolve(FILE);
            return existing(
                    Files.exists(direct)
                            ? direct
                            : directory.resolve(INSIDE_JAR).resolve(FILE));
        }
    }

    private static Path existing(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("there is no file " + file);
        }
        return file.toAbsolutePath();
    }
}
