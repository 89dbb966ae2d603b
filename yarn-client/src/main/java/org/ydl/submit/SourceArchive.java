package org.ydl.submit;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;

/**
 * A directory of the user's as one archive: all but what tools keep there for themselves. A link is sent
 * as what it points to.
 */
record SourceArchive(Path root) implements Content {
    private static final Set<String> LEFT_OUT = Set.of(".git", "__pycache__", ".venv", ".tox", "node_modules");
    private static final int PLAIN_MODE = 0644;
    private static final int EXECUTABLE_MODE = 0755;

    @Override
    public String name() {
        return "source.tar.gz";
    }

    @Override
    public String sha256(Digests digests) throws IOException {
        StringBuilder all = new StringBuilder();
        for (Path path : paths()) {
            all.append(nameOf(path)).append('\0').append(modeOf(path)).append('\0');
            all.append(Files.isDirectory(path) ? "" : digests.of(path)).append('\n');
        }
        return Digests.ofText(all.toString());
    }

    @Override
    public void writeTo(OutputStream out) throws IOException {
        GZIPOutputStream zipped = new GZIPOutputStream(new BufferedOutputStream(out));
        TarArchiveOutputStream tar = new TarArchiveOutputStream(zipped, "UTF-8");
        tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
        tar.setBigNumberMode(TarArchiveOutputStream.BIGNUMBER_POSIX);
        tar.setAddPaxHeadersForNonAsciiNames(true);
        for (Path path : paths()) {
            boolean directory = Files.isDirectory(path);
            TarArchiveEntry entry = new TarArchiveEntry(nameOf(path) + (directory ? "/" : ""));
            entry.setMode(modeOf(path));
            entry.setModTime(0);
            entry.setSize(directory ? 0 : Files.size(path));
            tar.putArchiveEntry(entry);
            if (!directory) {
                Files.copy(path, tar);
            }
            tar.closeArchiveEntry();
        }
        tar.finish();
        zipped.finish();
        zipped.flush();
    }

    /** Sorted, so that equal trees are equal archives. */
    private List<Path> paths() throws IOException {
        List<Path> paths = new ArrayList<>();
        Files.walkFileTree(
                root, EnumSet.of(FileVisitOption.FOLLOW_LINKS), Integer.MAX_VALUE, new SimpleFileVisitor<>() {
                    @Override
                    public FileVisitResult preVisitDirectory(Path dir, BasicFileAttributes attributes) {
                        if (LEFT_OUT.contains(dir.getFileName().toString())) {
                            return FileVisitResult.SKIP_SUBTREE;
                        }
                        if (!dir.equals(root)) {
                            paths.add(dir);
                        }
                        return FileVisitResult.CONTINUE;
                    }

                    @Override
                    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                        if (attributes.isRegularFile()) {
                            paths.add(file);
                        }
                        return FileVisitResult.CONTINUE;
                    }
                });
        Collections.sort(paths);
        return paths;
    }

    private String nameOf(Path path) {
        return root.relativize(path).toString();
    }

    private static int modeOf(Path path) {
        return Files.isExecutable(path) ? EXECUTABLE_MODE : PLAIN_MODE;
    }
}
