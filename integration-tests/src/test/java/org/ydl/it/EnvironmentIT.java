package org.ydl.it;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What a job finds in its containers: its Python, files, variables and arguments. */
@ExtendWith(OneCluster.class)
class EnvironmentIT {
    private static final String NODE_PYTHON = "python3";

    private final Installation ydl;

    EnvironmentIT(Installation ydl) {
        this.ydl = ydl;
    }

    @Test
    void packedPythonRunsWhereTheNodesHaveNoTensorFlow() {
        Path archive = ydl.scratch().resolve("environment.tar.gz");
        Command pack = ydl.runtime("pack", "--output", archive.toString());
        assertEquals(0, pack.exitCode(), pack::toString);

        // Not the local cluster by itself, on which ydl would take the Python it has made.
        Command run = ydl.ydl(
                "--conf-dir",
                ydl.clusterHome().resolve("conf").toString(),
                "-job",
                ydl.job("prints_place.py"),
                "--python-env",
                archive.toString(),
                "--",
                "--import",
                "tensorflow");

        assertEquals(0, run.exitCode(), run::toString);
        Place place = Place.of(run);
        assertTrue(place.executable().endsWith("/ydl-python/bin/python"), run::toString);
        assertTrue(place.module("tensorflow").contains(ydl.clusterHome().toString()), run::toString);
        assertTrue(place.variable("YDL_TF_LIBRARY").contains("site-packages/tensorflow/"), run::toString);
        assertEquals("0", place.variable("YDL_NUM_PS"));
        Leftovers.awaitNone(ydl, run.applicationId());
    }

    @Test
    void pythonWithoutTensorFlowIsNamedWithWhatHelps() throws IOException {
        Path script = Files.writeString(ydl.scratch().resolve("needs.py"), "import tensorflow\n");

        Command run = ydl.ydl("-job", script.toString(), "--python", bareEnvironment());

        assertEquals(1, run.exitCode(), run::toString);
        assertTrue(run.text().contains("No module named 'tensorflow'"), run::toString);
        assertTrue(run.text().contains("--python-env"), run::toString);
    }

    @Test
    void sourceTreeIsTheWorkingTreeAndCanBeWrittenTo() throws IOException {
        Path project = Files.createDirectories(ydl.scratch().resolve("my project"));
        Files.createDirectories(project.resolve("model"));
        Files.createDirectories(project.resolve("data"));
        Files.writeString(project.resolve("model/__init__.py"), "SIZE = 42\n");
        Files.writeString(project.resolve("data/wörter.txt"), "ein Satz");
        Files.writeString(
                project.resolve("main.py"),
                """
                import model
                with open("data/wörter.txt", encoding="utf-8") as text:
                    print(model.SIZE, text.read(), flush=True)
                with open("data/result.txt", "w") as text:
                    text.write("done")
                """);

        Command run = ydl.ydl("--src", project.toString(), "--", "python", "main.py");

        assertEquals(0, run.exitCode(), run::toString);
        assertTrue(run.out().contains("42 ein Satz"), run::toString);
        assertFalse(Files.exists(project.resolve("data/result.txt")), "the task has a tree of its own");
    }

    @Test
    void filesArchivesVariablesAndArgumentsArriveExactly() throws IOException {
        Path notes = Files.writeString(ydl.scratch().resolve("notes.txt"), "noted");
        Path archive = zipped("words.txt", "a word\n");
        List<String> arguments = List.of("a b", "\"q\" 'q'", "$HOME", "*", "ü→", "two\nlines", "", "-x", "{{app_id}}");
        List<String> line = new ArrayList<>(List.of(
                "-job",
                ydl.job("prints_place.py"),
                "--files",
                notes + "#renamed.txt",
                "--archives",
                archive + "#dictionary",
                "--env",
                "GREETING=good \"day\" $HOME ü→",
                "--env",
                "EMPTY=",
                "--",
                "--read",
                "renamed.txt",
                "--read",
                "dictionary/words.txt"));
        line.addAll(arguments);

        Command run = ydl.ydl(line.toArray(String[]::new));

        assertEquals(0, run.exitCode(), run::toString);
        Place place = Place.of(run);
        assertEquals("noted", place.text("renamed.txt"));
        assertEquals("a word\n", place.text("dictionary/words.txt"));
        assertEquals("good \"day\" $HOME ü→", place.variable("GREETING"));
        assertEquals("", place.variable("EMPTY"));
        List<String> expected = new ArrayList<>(List.of("--read", "renamed.txt", "--read", "dictionary/words.txt"));
        expected.addAll(arguments.subList(0, arguments.size() - 1));
        expected.add("{app_id}");
        assertEquals(expected, place.arguments());
    }

    private Path zipped(String name, String content) throws IOException {
        Path archive = ydl.scratch().resolve("words.zip");
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
            zip.putNextEntry(new ZipEntry(name));
            zip.write(content.getBytes(StandardCharsets.UTF_8));
        }
        return archive;
    }

    /** The interpreter of an environment without any package. */
    private String bareEnvironment() {
        Path environment = ydl.scratch().resolve("bare");
        Command venv = ydl.run(NODE_PYTHON, "-m", "venv", "--without-pip", environment.toString());
        assertEquals(0, venv.exitCode(), venv::toString);
        return environment.resolve("bin/python").toString();
    }
}
