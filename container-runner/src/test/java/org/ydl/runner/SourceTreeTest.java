package org.ydl.runner;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SourceTreeTest {
    @TempDir
    Path temp;

    private Path kept;
    private Path work;
    private SourceTree tree;

    /** As YARN has it: a link in the working directory leads to the node's cache. */
    @BeforeEach
    void localize() throws IOException {
        kept = Files.createDirectory(temp.resolve("cache")).toRealPath();
        work = Files.createDirectory(temp.resolve("work")).toRealPath();
        tree = new SourceTree(Files.createSymbolicLink(work.resolve("ydl-src"), kept));
    }

    @Test
    void filesAreLinksInDirectoriesOfTheirOwn() throws Exception {
        keep("job.py", "main");
        keep("package/deep er/modül→.py", "module");
        Files.createDirectory(kept.resolve("empty"));

        tree.layOut(work);

        assertEquals(kept.resolve("job.py"), Files.readSymbolicLink(work.resolve("job.py")));
        Path module = work.resolve("package/deep er/modül→.py");
        assertEquals("module", Files.readString(module));
        assertTrue(Files.isSymbolicLink(module));
        assertTrue(Files.isDirectory(work.resolve("empty"), LinkOption.NOFOLLOW_LINKS));
        Files.writeString(work.resolve("package/deep er/written"), "by the job");
        assertFalse(Files.exists(kept.resolve("package/deep er/written")));
    }

    @Test
    void whatIsAlreadyThereStays() throws Exception {
        keep("config.json", "of the tree");
        keep("package/a.py", "a");
        keep("package/b.py", "b");
        Files.writeString(work.resolve("config.json"), "of --files");
        Files.createDirectory(work.resolve("package"));
        Files.createSymbolicLink(work.resolve("package/a.py"), Path.of("nowhere"));

        tree.layOut(work);

        assertEquals("of --files", Files.readString(work.resolve("config.json")));
        assertEquals(Path.of("nowhere"), Files.readSymbolicLink(work.resolve("package/a.py")));
        assertEquals("b", Files.readString(work.resolve("package/b.py")));
    }

    @Test
    void aLinkToADirectoryIsNotFilled() throws Exception {
        keep("data/of-the-tree", "x");
        Path archive = Files.createDirectory(temp.resolve("archive"));
        Files.createSymbolicLink(work.resolve("data"), archive);

        tree.layOut(work);

        assertFalse(Files.exists(archive.resolve("of-the-tree")));
    }

    @Test
    void aFileInThePlaceOfADirectoryStays() throws Exception {
        keep("data/of-the-tree", "x");
        Files.writeString(work.resolve("data"), "a file");

        tree.layOut(work);

        assertEquals("a file", Files.readString(work.resolve("data")));
    }

    @Test
    void linksWithinTheTreeStayWithinTheWorkingTree() throws Exception {
        keep("package/a.py", "a");
        Files.createSymbolicLink(kept.resolve("alias"), Path.of("package"));
        Files.createSymbolicLink(kept.resolve("package/loop"), Path.of(".."));
        Files.createSymbolicLink(kept.resolve("outside"), Path.of("../elsewhere"));
        Files.writeString(temp.resolve("elsewhere"), "outside");

        tree.layOut(work);

        Files.writeString(work.resolve("alias/written"), "by the job");
        assertTrue(Files.exists(work.resolve("package/written")));
        assertEquals(work, work.resolve("package/loop").toRealPath());
        assertEquals("outside", Files.readString(work.resolve("outside")));
    }

    @Test
    void aSecondRunFindsItReady() throws Exception {
        keep("package/a.py", "a");

        tree.layOut(work);
        tree.layOut(work);

        assertEquals("a", Files.readString(work.resolve("package/a.py")));
    }

    @Test
    void aTreeThatIsNotThereIsAnError() {
        SourceTree missing = new SourceTree(work.resolve("no-such"));

        assertThrows(NoSuchFileException.class, () -> missing.layOut(work));
    }

    private void keep(String name, String text) throws IOException {
        Path file = kept.resolve(name);
        Files.createDirectories(file.getParent());
        Files.writeString(file, text);
    }
}
