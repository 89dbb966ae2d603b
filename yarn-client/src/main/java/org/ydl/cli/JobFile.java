package org.ydl.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;
import org.ydl.api.Role;
import org.ydl.request.Artifact;
import picocli.CommandLine.Model.OptionSpec;

/**
 * A job written down in YAML: a key for every flag, sections for the roles, and the program's words.
 *
 * <p>It is read into the flags it stands for. A path in it is relative to the file.
 */
final class JobFile {
    private static final Set<String> WORDS = Set.of("args", "arguments", "command");
    private static final String MASTER_SECTION = "am";

    private final Path file;
    private final FlagNames flags;
    private final List<Setting> settings = new ArrayList<>();
    private final List<String> words = new ArrayList<>();
    private final List<String> problems = new ArrayList<>();

    /** A flag that the file sets, and where. */
    record Setting(OptionSpec option, String value, String place) {
        /** As it would stand on the command line. */
        String argument() {
            String flag = FlagNames.canonical(option);
            return option.arity().max() == 0 ? flag : flag + "=" + value;
        }
    }

    /** What a file says. */
    record Reading(List<Setting> settings, List<String> words, List<String> problems) {
        /** Whether nothing could be made of it, so that only that is worth a word. */
        boolean isUnreadable() {
            return settings.isEmpty() && words.isEmpty() && !problems.isEmpty();
        }

        /** The same with what was typed beside it, which overrides it. Variables override each other by name. */
        FlagNames.Reading under(FlagNames.Reading typed) {
            List<String> arguments = new ArrayList<>();
            Map<String, String> places = new HashMap<>();
            for (Setting setting : settings) {
                if (!typed.has(setting.option()) || isMap(setting.option())) {
                    arguments.add(setting.argument());
                    places.putIfAbsent(FlagNames.canonical(setting.option()), setting.place());
                }
            }
            typed.flags().forEach(arguments::add);
            if (typed.words().findAny().isPresent()) {
                typed.words().forEach(arguments::add);
            } else if (!words.isEmpty()) {
                arguments.add("--");
                arguments.addAll(words);
            }
            List<String> all = new ArrayList<>(problems);
            all.addAll(typed.problems());
            return new FlagNames.Reading(arguments, all, places);
        }

        private static boolean isMap(OptionSpec option) {
            return Map.class.isAssignableFrom(option.type());
        }
    }

    private JobFile(Path file, FlagNames flags) {
        this.file = file;
        this.flags = flags;
    }

    static Reading read(Path file, FlagNames flags) {
        JobFile job = new JobFile(file, flags);
        job.read();
        return new Reading(job.settings, job.words, job.problems);
    }

    private void read() {
        LoadSettings settings = LoadSettings.builder()
                .setLabel(file.toString())
                .setUseMarks(true)
                .build();
        try {
            Optional<Node> root = new Compose(settings).composeString(Files.readString(file));
            if (root.isEmpty()) {
                problems.add(file + " is empty; expected keys such as job: train.py");
            } else if (root.get() instanceof MappingNode keys) {
                keys.getValue().forEach(entry -> key("", entry));
            } else {
                problems.add(place(root.get()) + "expected keys such as job: train.py");
            }
        } catch (MarkedYamlEngineException e) {
            String where = e.getProblemMark()
                    .map(mark -> " line " + (mark.getLine() + 1))
                    .orElse("");
            problems.add(file + where + ": no YAML: " + e.getProblem());
        } catch (YamlEngineException e) {
            problems.add(file + ": no YAML: " + e.getMessage());
        } catch (IOException e) {
            problems.add(file + (Files.exists(file) ? " cannot be read: " + e.getMessage() : ": no such file"));
        }
    }

    private void key(String section, NodeTuple entry) {
        String key = text(entry.getKeyNode());
        Node value = entry.getValueNode();
        if (section.isEmpty() && WORDS.contains(key)) {
            words(key, value);
        } else if (section.isEmpty() && isSection(key) && value instanceof MappingNode keys) {
            keys.getValue().forEach(inner -> key(key, inner));
        } else {
            Optional<OptionSpec> option = flags.find(flagOf(section, key));
            if (option.isPresent()) {
                set(option.get(), key, value);
            } else {
                problems.add(place(entry.getKeyNode()) + "'" + key + "' is no key" + suggestion(section, key));
            }
        }
    }

    private static boolean isSection(String key) {
        return Role.named(key).isPresent() || key.equals(MASTER_SECTION);
    }

    /** The keys of a role's section are its flags without its name. */
    private static String flagOf(String section, String key) {
        if (section.isEmpty()) {
            return key;
        }
        return key.equals("count") ? "num-" + section + (section.equals("worker") ? "s" : "") : section + "-" + key;
    }

    private String suggestion(String section, String key) {
        return flags.nearest(flagOf(section, key))
                .map(option -> FlagNames.canonical(option).substring("--".length()))
                .map(name -> section.isEmpty() || !name.startsWith(section + "-")
                        ? name
                        : name.substring(section.length() + 1))
                .map(name -> "; did you mean " + name + "?")
                .orElse("");
    }

    private void set(OptionSpec option, String key, Node value) {
        if (option.arity().max() == 0) {
            flag(option, key, value);
        } else if (value instanceof MappingNode entries && option.isMultiValue()) {
            entries.getValue()
                    .forEach(entry -> add(
                            option, text(entry.getKeyNode()) + "=" + text(entry.getValueNode()), entry.getKeyNode()));
        } else if (value instanceof SequenceNode list && option.isMultiValue()) {
            list.getValue().forEach(item -> add(option, text(item), item));
        } else if (value instanceof ScalarNode scalar && !scalar.getTag().equals(Tag.NULL)) {
            // Parts are relative to the file one by one.
            List<String> parts = option.splitRegex().isEmpty()
                    ? List.of(text(value))
                    : List.of(text(value).split(option.splitRegex()));
            parts.forEach(part -> add(option, part, value));
        } else {
            problems.add(place(value) + "'" + key + "' needs a value: " + option.paramLabel());
        }
    }

    private void flag(OptionSpec option, String key, Node value) {
        switch (text(value)) {
            case "true" -> add(option, "", value);
            case "false" -> {}
            default -> problems.add(place(value) + "'" + key + "' is true or false, not '" + text(value) + "'");
        }
    }

    private void add(OptionSpec option, String value, Node at) {
        settings.add(new Setting(option, relativeToFile(option, value), place(at)));
    }

    private String relativeToFile(OptionSpec option, String value) {
        Path directory = file.toAbsolutePath().getParent();
        Class<?> type = option.isMultiValue() ? option.auxiliaryTypes()[0] : option.type();
        if (type == Path.class) {
            return directory.resolve(value).toString();
        }
        return type == Artifact.class ? Artifact.parse(value).in(directory).toString() : value;
    }

    private void words(String key, Node value) {
        if (value instanceof SequenceNode list) {
            list.getValue().forEach(item -> words.add(text(item)));
        } else {
            problems.add(place(value) + "'" + key + "' is a list of words: [--epochs, 3]");
        }
    }

    /** A scalar as it was written. */
    private String text(Node node) {
        if (node instanceof ScalarNode scalar) {
            return scalar.getValue();
        }
        problems.add(place(node) + "expected a word");
        return "";
    }

    private String place(Node node) {
        return file
                + node.getStartMark()
                        .map(mark -> " line " + (mark.getLine() + 1))
                        .orElse("")
                + ": ";
    }
}
