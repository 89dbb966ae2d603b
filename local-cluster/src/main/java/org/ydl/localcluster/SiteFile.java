package org.ydl.localcluster;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * One Hadoop settings file: its name and its settings, in the order in which they are written.
 *
 * <p>Immutable.
 */
record SiteFile(String name, Map<String, String> settings) {

    SiteFile {
        settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
    }

    SiteFile with(Map<String, String> more) {
        Map<String, String> all = new LinkedHashMap<>(settings);
        all.putAll(more);
        return new SiteFile(name, all);
    }

    String xml() {
        StringBuilder xml = new StringBuilder("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n")
                .append("<!-- Written by ydl-cluster up: changes made here are lost at the next start. -->\n")
                .append("<configuration>\n");
        settings.forEach((key, value) -> xml.append("  <property><name>")
                .append(escaped(key))
                .append("</name><value>")
                .append(escaped(value))
                .append("</value></property>\n"));
        return xml.append("</configuration>\n").toString();
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
    }
}
