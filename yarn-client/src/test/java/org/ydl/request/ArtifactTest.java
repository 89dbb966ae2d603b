package org.ydl.request;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.ydl.submit.Attachment;

class ArtifactTest {
    @TempDir
    private Path dir;

    @Test
    void nameIsThatOfTheFileOrTheOneGiven() {
        assertEquals("a.csv", Artifact.parse("/x/a.csv").name());
        assertEquals("b", Artifact.parse("/x/a.csv#b").name());
        assertEquals("words", Artifact.parse("hdfs://nn/x/words").name());
        assertTrue(Artifact.parse("s3a://bucket/x").isRemote());
    }

    @Test
    void onlyFilesOfThisMachineAreRelativeToADirectory() {
        assertEquals(
                "/jobs/a.csv#b", Artifact.parse("a.csv#b").in(Path.of("/jobs")).toString());
        assertEquals(
                "hdfs://nn/a",
                Artifact.parse("hdfs://nn/a").in(Path.of("/jobs")).toString());
    }

    @Test
    void whatCannotGoAlongIsAProblem() throws IOException {
        Path colon = Files.writeString(dir.resolve("a:b"), "");

        assertTrue(problem(dir.toString()).endsWith("is a directory"));
        assertTrue(problem(dir.resolve("nowhere").toString()).endsWith("no such file"));
        assertTrue(problem(colon.toString()).contains("FILE#NAME"));
        assertTrue(problem("hdfs://nn/a b").contains("%20"));
        assertEquals(List.of(), Artifact.parse(colon + "#ab").fileProblems("--files"));
    }

    @Test
    void archiveHasASuffixThatYarnUnpacks() throws IOException {
        Path text = Files.writeString(dir.resolve("a.txt"), "");

        assertTrue(Artifact.of(text).archiveProblems("--archives").get(0).contains("no archive that YARN unpacks"));
        assertEquals(List.of(), Artifact.parse("hdfs://nn/data.TGZ").archiveProblems("--archives"));
    }

    @Test
    void sameFileInTwoSpellingsIsOneAttachment() {
        Attachment plain = Artifact.parse("run.sh").asFile();

        assertEquals(plain, Artifact.parse("./run.sh").asFile());
    }

    private static String problem(String text) {
        return Artifact.parse(text).fileProblems("--files").get(0);
    }
}
