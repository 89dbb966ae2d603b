package org.ydl.localcluster.python;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PythonFinderTest {
    private static final List<String> ABSENT = List.of();

    @Test
    void theFirstSupportedVersionIsTaken() throws Exception {
        PythonFinder finder =
                finder(Map.of(), Map.of("python3", List.of("3.13", "True"), "python3.11", List.of("3.11", "True")));

        assertEquals("python3.11", finder.find());
    }

    @Test
    void aPythonWithoutVenvIsPassedOver() throws Exception {
        PythonFinder finder =
                finder(Map.of(), Map.of("python3", List.of("3.11", "False"), "python3.9", List.of("3.9", "True")));

        assertEquals("python3.9", finder.find());
    }

    @Test
    void theVariableOverridesTheSearch() throws Exception {
        PythonFinder finder = finder(
                Map.of("YDL_PYTHON", "/opt/py/bin/python"),
                Map.of("python3", List.of("3.11", "True"), "/opt/py/bin/python", List.of("3.12", "True")));

        assertEquals("/opt/py/bin/python", finder.find());
    }

    @Test
    void anUnfitOverrideFailsInsteadOfFallingBack() {
        PythonFinder finder = finder(
                Map.of("YDL_PYTHON", "python2"),
                Map.of("python3", List.of("3.11", "True"), "python2", List.of("2.7", "False")));

        PythonException refusal = assertThrows(PythonException.class, finder::find);

        assertTrue(refusal.getMessage().contains("is Python 2.7"), refusal.getMessage());
        assertTrue(refusal.getMessage().contains("as named by YDL_PYTHON"), refusal.getMessage());
    }

    @Test
    void theMessageTellsWhyEachCandidateWasRefused() {
        PythonFinder finder =
                finder(Map.of(), Map.of("python3", List.of("3.8", "True"), "python3.10", List.of("3.10", "False")));

        String message = assertThrows(PythonException.class, finder::find).getMessage();

        assertTrue(message.contains("python3     is Python 3.8"), message);
        assertTrue(message.contains("python3.10  is Python 3.10 without the module venv"), message);
        assertTrue(message.contains("python3.12  not found, or does not run"), message);
        assertTrue(message.contains("apt install python3-venv") || message.contains("python3-venv"), message);
    }

    private static PythonFinder finder(Map<String, String> environment, Map<String, List<String>> installed) {
        return new PythonFinder(environment, candidate -> installed.getOrDefault(candidate, ABSENT));
    }
}
