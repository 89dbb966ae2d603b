package org.ydl.it;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;

/** What a task found around it, as the job {@code prints_place.py} prints it. */
record Place(JsonNode json) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** Of the only task, or of the first one whose output is shown. */
    static Place of(Command run) {
        String line = run.out().stream()
                .filter(out -> out.contains("{\"args\": "))
                .findFirst()
                .orElseThrow(() -> new AssertionError("no place in " + run));
        try {
            return new Place(JSON.readTree(line.substring(line.indexOf('{'))));
        } catch (JsonProcessingException e) {
            throw new AssertionError(line, e);
        }
    }

    List<String> arguments() {
        return strings("args");
    }

    /** The names in the working directory. */
    List<String> files() {
        return strings("files");
    }

    /** A variable, or nothing if it is not set. */
    String variable(String name) {
        return json.at("/env/" + name).asText();
    }

    /** The content of a text file that the job was told to read. */
    String text(String name) {
        return json.path("texts").path(name).asText();
    }

    String executable() {
        return json.path("executable").asText();
    }

    /** Where a module lies that the job was told to import. */
    String module(String name) {
        return json.path("modules").path(name).path(1).asText();
    }

    private List<String> strings(String name) {
        List<String> strings = new ArrayList<>();
        json.path(name).forEach(one -> strings.add(one.asText()));
        return strings;
    }
}
