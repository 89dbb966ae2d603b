package org.ydl.cli;

import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Help;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * The flags in a command's help, one line each, under a heading for each topic if there are several.
 *
 * @param all whether topics are shown that few jobs need, too
 */
record FlagSections(boolean all) implements IHelpSectionRenderer {
    private static final String OTHERS = "Others:";
    private static final Map<Class<?>, String> HEADINGS = headings();
    private static final Set<String> COMMON = Set.of("Program:", "Tasks:", OTHERS);
    private static final int NAME_WIDTH = 26;

    private static Map<Class<?>, String> headings() {
        Map<Class<?>, String> headings = new LinkedHashMap<>();
        headings.put(ProgramFlags.class, "Program:");
        headings.put(RoleFlags.class, "Tasks:");
        headings.put(RuntimeFlags.class, "Containers:");
        headings.put(PlacementFlags.class, "YARN:");
        headings.put(RestartFlags.class, "Restarts:");
        headings.put(LimitFlags.class, "Limits:");
        headings.put(FlagSections.class, OTHERS);
        return headings;
    }

    @Override
    public String render(Help help) {
        Map<String, List<OptionSpec>> sections = sections(help.commandSpec());
        StringBuilder text = new StringBuilder();
        for (String heading : HEADINGS.values()) {
            List<OptionSpec> options = sections.getOrDefault(heading, List.of());
            if (!options.isEmpty() && (all || COMMON.contains(heading))) {
                text.append(sections.size() > 1 ? heading + "%n" : "");
                options.forEach(
                        option -> text.append(row(option).replace("%", "%%")).append("%n"));
            }
        }
        return String.format(text.toString());
    }

    /** The flags of a command by heading, in the order of the help. */
    static Map<String, List<OptionSpec>> sections(CommandSpec command) {
        Map<String, List<OptionSpec>> found = command.options().stream()
                .filter(option -> !option.hidden())
                .collect(Collectors.groupingBy(FlagSections::heading));
        Map<String, List<OptionSpec>> sections = new LinkedHashMap<>();
        HEADINGS.values().stream()
                .filter(found::containsKey)
                .forEach(heading -> sections.put(heading, found.get(heading)));
        return sections;
    }

    private static String row(OptionSpec option) {
        String label = option.arity().max() == 0 ? "" : " " + option.paramLabel();
        String name = shortName(option) + FlagNames.canonical(option) + label;
        String description = String.join(" ", option.description());
        return "  " + name + " ".repeat(Math.max(2, NAME_WIDTH - name.length())) + description;
    }

    private static String shortName(OptionSpec option) {
        return Arrays.stream(option.names())
                .filter(name -> name.length() == 2)
                .map(name -> name + ", ")
                .findFirst()
                .orElse("");
    }

    /** Flags of roles are made, and so belong to no field. */
    private static String heading(OptionSpec option) {
        Class<?> owner = option.userObject() instanceof Field field ? field.getDeclaringClass() : RoleFlags.class;
        return HEADINGS.getOrDefault(owner, OTHERS);
    }
}
