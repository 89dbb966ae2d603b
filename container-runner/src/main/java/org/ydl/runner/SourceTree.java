package org.ydl.runner;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;

/**
 * The user's sources as the node keeps them: unpacked once, shared by all tasks, not to be written to.
 *
 * <p>Immutable; usable from any thread.
 */
record SourceTree(Path kept) {
    /**
     * Makes a working tree of it that a process may write to: the directories are made anew, the files are links to the
     * kept ones. What is already there stays as it is, so that a file the user named wins over one of the tree, and a
     * second run in the same container finds its tree ready. Blocks for as long as it takes.
     */
    void layOut(Path directory) throws IOException {
        Path from = kept.toRealPath();
        Files.walkFileTree(from, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes) throws IOException {
                Path made = directory.resolve(from.relativize(visited));
                if (!isThere(made)) {
                    Files.createDirectory(made);
                }
                // A link to a directory leads out of the working tree, to something that is not ours to fill.
                return Files.isDirectory(made, LinkOption.NOFOLLOW_LINKS) || visited.equals(from)
                        ? FileVisitResult.CONTINUE
                        : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path visited, BasicFileAttributes attributes) throws IOException {
                Path made = directory.resolve(from.relativize(visited));
                if (!isThere(made)) {
                    Files.createSymbolicLink(made, attributes.isSymbolicLink() ? sameLink(from, visited) : visited);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    /** A link from one place of the tree to another does the same in the working tree. */
    private static Path sameLink(Path from, Path link) throws IOException {
        Path target = Files.readSymbolicLink(link);
        boolean stays =
                !target.isAbsolute() && link.resolveSibling(target).normalize().startsWith(from);
        return stays ? target : link;
    }

    private static boolean isThere(Path path) {
        return Files.exists(path, LinkOption.NOFOLLOW_LINKS);
    }
}
