package org.ydl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JobFileTest {
    private final FlagNames flags =
            new FlagNames(Commands.commandLine(new RunCommand()).getCommandSpec(), 0);

    @TempDir
    private Path dir;

    private Path file;

    @BeforeEach
    void file() {
        file = dir.resolve("job.yaml");
    }

    @Test
    void everyKindOfKeyBecomesItsFlags() throws IOException {
        JobFile.Reading reading = read(
                """
                job: train.py
                num_workers: 4
                ps: {count: 2, memory: 2g, node-label: big}
                worker:
                  gpus: 1
                am: {memory: 1g}
                files: [a.csv, hdfs://nn/b.csv#c.csv]
                env:
                  LANG: C
                  EMPTY: ""
                sparse: true
                python: venv/bin/python
                args: [--epochs, 3, "a b", ""]
                """);

        assertEquals(List.of(), reading.problems());
        assertEquals(
                List.of(
                        "--job=" + dir.resolve("train.py"),
                        "--num-workers=4",
                        "--num-ps=2",
                        "--ps-memory=2g",
                        "--ps-node-label=big",
                        "--worker-gpus=1",
                        "--am-memory=1g",
                        "--files=" + dir.resolve("a.csv"),
                        "--files=hdfs://nn/b.csv#c.csv",
                        "--env=LANG=C",
                        "--env=EMPTY=",
                        "--sparse",
                        "--python=venv/bin/python"),
                reading.settings().stream().map(JobFile.Setting::argument).toList());
        assertEquals(List.of("--epochs", "3", "a b", ""), reading.words());
    }

    @Test
    void unknownKeysGetTheirLineAndTheNearestOne() throws IOException {
        JobFile.Reading reading = read(
                """
                job: train.py

                num-wrokers: 4
                worker:
                  memmory: 2g
                zzzzzzzzz: 1
                """);

        assertEquals(
                List.of(
                        file + " line 3: 'num-wrokers' is no key; did you mean num-workers?",
                        file + " line 5: 'memmory' is no key; did you mean memory?",
                        file + " line 6: 'zzzzzzzzz' is no key"),
                reading.problems());
    }

    @Test
    void wrongShapesGetTheirLine() throws IOException {
        JobFile.Reading reading = read(
                """
                queue:
                sparse: perhaps
                args: --epochs
                queue: [a, b]
                """);

        assertEquals(
                List.of(
                        file + " line 1: 'queue' needs a value: QUEUE",
                        file + " line 2: 'sparse' is true or false, not 'perhaps'",
                        file + " line 3: 'args' is a list of words: [--epochs, 3]",
                        file + " line 4: 'queue' needs a value: QUEUE"),
                reading.problems());
    }

    @Test
    void whatIsNoYamlSaysWhere() throws IOException {
        assertEquals(1, read("job: [a\nb: c").problems().size());
        assertEquals(1, read("- a\n- b\n").problems().size());
        assertEquals(1, read("").problems().size());
        assertEquals(
                List.of(dir.resolve("nowhere.yaml") + ": no such file"),
                JobFile.read(dir.resolve("nowhere.yaml"), flags).problems());
    }

    private JobFile.Reading read(String text) throws IOException {
        return JobFile.read(Files.writeString(file, text), flags);
    }
}
