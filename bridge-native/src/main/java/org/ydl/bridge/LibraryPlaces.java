package org.ydl.bridge;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where libtensorflow may be, in the order of preference. Absent places are not looked at.
 *
 * @param explicit what the user named: the library file, or a directory that holds it
 * @param python the job's Python, whose TensorFlow has the version the job was written for
 * @param environment added to this process' environment when Python is asked, as it will be for the job
 * @param bundled what came with ydl: an unpacked tensorflow-core-native jar, or a directory that holds the library
 */
public record LibraryPlaces(
        Optional<Path> explicit, Optional<String> python, Map<String, String> environment, Optional<Path> bundled) {
    public LibraryPlaces {
        environment = Map.copyOf(environment);
    }

    List<LibraryPlace> inOrder() {
        List<LibraryPlace> places = new ArrayList<>();
        explicit.ifPresent(path -> places.add(new LibraryPlace.Explicit(path)));
        python.ifPresent(command -> places.add(new LibraryPlace.OfPython(command, environment)));
        bundled.ifPresent(directory -> places.add(new LibraryPlace.Bundled(directory)));
        return places;
    }
}
