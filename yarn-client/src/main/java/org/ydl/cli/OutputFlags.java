package org.ydl.cli;

import java.util.List;
import java.util.Map;
import org.ydl.api.Role;
import org.ydl.client.OutputChoice;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** Whose output is shown while a job is followed. */
final class OutputFlags {
    @Option(
            names = "--logs",
            paramLabel = "TASKS",
            converter = Choice.class,
            description = "whose output to show: chief, all, none, or tasks as worker:1,ps:0 (default: chief)")
    private OutputChoice choice = OutputChoice.CHIEF;

    OutputChoice choice() {
        return choice;
    }

    /** Tasks that a job of so many does not have. */
    List<String> problems(Map<Role, Integer> counts) {
        return choice.tasks().stream()
                .filter(task -> task.index() >= counts.get(task.role()))
                .map(task -> "--logs " + task + ": the job has no such task")
                .toList();
    }

    /** Reads it, and says in our words what is wrong. */
    static final class Choice implements ITypeConverter<OutputChoice> {
        @Override
        public OutputChoice convert(String text) {
            try {
                return OutputChoice.parse(text);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }
}
