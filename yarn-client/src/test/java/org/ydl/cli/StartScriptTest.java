package org.ydl.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code bin/ydl-tf} with a program in the place of Java that shows what it was given. */
class StartScriptTest {
    private static final Set<String> LOCALE_VARIABLES = Set.of("LANG", "LC_ALL", "LC_CTYPE", "LC_MESSAGES");

    @TempDir
    Path bin;

    @BeforeEach
    void install() throws Exception {
        Files.copy(Path.of("..", "bin", "ydl-tf"), bin.resolve("ydl-tf"));
        Path java = Files.writeString(
                bin.resolve("java"),
                "#!/bin/sh\nlocale charmap\necho \"${LANG-} ${LC_ALL-} ${LC_CTYPE-}\"\nfor last; do :; done; echo \"$last\"\n");
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
        Files.writeString(bin.resolve("ydl-home.sh"), "YDL_LIB=" + bin + "\nJAVA=" + java + "\n");
    }

    @Test
    void javaReadsUtf8AlsoInThePlainLocale() throws Exception {
        assertEquals("UTF-8\n  C.UTF-8\nzażółć\n", run(Map.of()));
        assertEquals("UTF-8\nPOSIX  C.UTF-8\nzażółć\n", run(Map.of("LC_ALL", "POSIX")));
    }

    @Test
    void localeThatIsUtf8StaysAsItIs() throws Exception {
        assertEquals("UTF-8\nC.UTF-8  \nzażółć\n", run(Map.of("LANG", "C.UTF-8")));
    }

    private String run(Map<String, String> locale) throws Exception {
        // In a file: this JVM's own locale may not have the letters.
        Path caller = Files.writeString(bin.resolve("caller.sh"), "exec bash '" + bin.resolve("ydl-tf") + "' zażółć\n");
        ProcessBuilder builder = new ProcessBuilder("bash", caller.toString()).redirectErrorStream(true);
        builder.environment().keySet().removeAll(LOCALE_VARIABLES);
        builder.environment().putAll(locale);
        Process process = builder.start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertEquals(0, process.waitFor(), output);
        return output;
    }
}
