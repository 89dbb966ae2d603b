package org.ydl.cli;

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
