package org.ydl.request;

import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import org.ydl.submit.Attachment;

/**
 * Something to send along, as a user names it: a file of this machine, or an address such as {@code hdfs://…} on the
 * cluster; {@code #name} at its end is its name in a task's working directory.
 */
public record Artifact(String place, Optional<String> link) {
    private static final Pattern ADDRESS = Pattern.compile("[a-zA-Z][a-zA-Z0-9+.-]*://?.+");

    /** Hadoop's paths have no colons in their names. */
    private static final Pattern NAME = Pattern.compile("[^/:\\p{Cntrl}]+");

    private static final List<String> ARCHIVES = List.of(".zip", ".jar", ".tar", ".tar.gz", ".tgz");

    /** Reads {@code data.zip#data}. */
    public static Artifact parse(String text) {
        int hash = text.lastIndexOf('#');
        return hash > 0 && hash < text.length() - 1
                ? new Artifact(text.substring(0, hash), Optional.of(text.substring(hash + 1)))
                : new Artifact(text, Optional.empty());
    }

    /** A file of this machine. */
    public static Artifact of(Path file) {
        return new Artifact(file.toString(), Optional.empty());
    }

    /** The same, if its place is relative to a directory other than the current one. */
    public Artifact in(Path directory) {
        return isRemote() ? this : new Artifact(directory.resolve(place).toString(), link);
    }

    public boolean isRemote() {
        return ADDRESS.matcher(place).matches();
    }

    /** Only of one that is not remote. */
    public Path path() {
        return Path.of(place);
    }

    /** Its name in a task's working directory. */
    public String name() {
        return link.orElseGet(() -> place.substring(place.lastIndexOf('/') + 1));
    }

    /** What is wrong with it as a file, said of the flag that names it. */
    public List<String> fileProblems(String flag) {
        if (!NAME.matcher(name()).matches()) {
            return List.of(flag + " " + this + ": '" + name() + "' cannot be a name in a task's working directory;"
                    + " FILE#NAME gives it another");
        }
        if (isRemote()) {
            return isAddress() ? List.of() : List.of(flag + " " + place + " is no address; a space in it is %20");
        }
        if (Files.isRegularFile(path())) {
            return Files.isReadable(path()) ? List.of() : List.of(flag + " " + place + " cannot be read");
        }
        return List.of(flag + " " + place + (Files.isDirectory(path()) ? " is a directory" : ": no such file"));
    }

    private boolean isAddress() {
        try {
            return new URI(place).getScheme() != null;
        } catch (URISyntaxException e) {
            return false;
        }
    }

    /** What is wrong with it as an archive that nodes unpack. */
    public List<String> archiveProblems(String flag) {
        String lower = place.toLowerCase(Locale.ROOT);
        if (ARCHIVES.stream().noneMatch(lower::endsWith)) {
            return List.of(flag + " " + place + " is no archive that YARN unpacks; expected one of "
                    + String.join(" ", ARCHIVES));
        }
        return fileProblems(flag);
    }

    /** Itself in each task's working directory. */
    public Attachment asFile() {
        return isRemote()
                ? new Attachment.Remote(name(), URI.create(place), false)
                : new Attachment.LocalFile(name(), path(), false);
    }

    /** Unpacked into a directory of this name. */
    public Attachment unpackedAs(String directory) {
        return isRemote()
                ? new Attachment.Remote(directory, URI.create(place), true)
                : new Attachment.LocalFile(directory, path(), true);
    }

    @Override
    public String toString() {
        return place + link.map(name -> "#" + name).orElse("");
    }
}
