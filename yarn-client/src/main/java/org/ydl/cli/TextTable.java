package org.ydl.cli;

import java.util.ArrayList;
import java.util.List;

/** Rows of equally many cells, each column as wide as its widest cell. */
final class TextTable {
    private static final String GAP = "  ";

    private final List<List<String>> rows = new ArrayList<>();

    TextTable(String... head) {
        add(head);
    }

    TextTable add(String... cells) {
        rows.add(List.of(cells));
        return this;
    }

    List<String> lines() {
        return rows.stream().map(this::line).toList();
    }

    private String line(List<String> row) {
        StringBuilder line = new StringBuilder();
        for (int column = 0; column < row.size(); column++) {
            String cell = row.get(column);
            line.append(cell).append(" ".repeat(width(column) - cell.length())).append(GAP);
        }
        return line.toString().stripTrailing();
    }

    private int width(int column) {
        return rows.stream().mapToInt(row -> row.get(column).length()).max().orElse(0);
    }
}
