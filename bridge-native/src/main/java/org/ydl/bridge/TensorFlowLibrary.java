package org.ydl.bridge;

import com.sun.jna.Native;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A loaded libtensorflow.
 *
 * <p>Immutable; usable from any thread. It stays loaded until the process ends: TensorFlow cannot be unloaded. Loading
 * reads some hundred megabytes, so that a caller with something else to do loads on a thread of its own.
 */
public final class TensorFlowLibrary {
    private final Path path;
    private final TensorFlowC functions;

    private TensorFlowLibrary(Path path, TensorFlowC functions) {
        this.path = path;
        this.functions = functions;
    }

    /** Loads the library from the first place that has one that loads. */
    public static TensorFlowLibrary find(LibraryPlaces places) throws LibraryNotFoundException {
        List<LibraryNotFoundException.Attempt> failed = new ArrayList<>();
        for (LibraryPlace place : places.inOrder()) {
            try {
                return load(place.locate());
            } catch (IOException e) {
                failed.add(new LibraryNotFoundException.Attempt(place.title(), e.getMessage()));
            }
        }
        throw new LibraryNotFoundException(failed);
    }

    /** Loads one library file. The exception carries the words of the dynamic linker. */
    public static TensorFlowLibrary load(Path file) throws IOException {
        try {
            TensorFlowC functions = Native.load(file.toString(), TensorFlowC.class);
            functions.TF_Version(); // JNA looks functions up late: fail here if this is another library
            return new TensorFlowLibrary(file, functions);
        } catch (LinkageError e) {
            throw new IOException(file + " cannot be loaded: " + linkerWords(e), e);
        }
    }

    /** JNA opens with a line of its own, then repeats what the linker said to each of its ways of loading. */
    private static String linkerWords(LinkageError error) {
        List<String> lines = String.valueOf(error.getMessage()).lines().toList();
        return lines.get(lines.size() > 1 ? 1 : 0);
    }

    public Path path() {
        return path;
    }

    /** For example 2.18.0. */
    public String version() {
        return functions.TF_Version();
    }

    TensorFlowC functions() {
        return functions;
    }
}
