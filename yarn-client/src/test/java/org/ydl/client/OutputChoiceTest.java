package org.ydl.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.ydl.api.TaskId;
import org.ydl.api.v1.WatchJobRequest;

class OutputChoiceTest {
    @ParameterizedTest
    @CsvSource({"chief, CHIEF", "ALL, ALL", "none, NONE"})
    void wordsAreRead(String text, OutputChoice.Kind kind) {
        assertEquals(kind, OutputChoice.parse(text).kind());
    }

    @Test
    void tasksAreReadOnceEachAndSorted() {
        OutputChoice choice = OutputChoice.parse("worker:1, ps:0,worker:1");

        assertEquals(List.of(TaskId.parse("ps:0"), TaskId.parse("worker:1")), choice.tasks());
    }

    @Test
    void everyWordThatIsNoTaskIsNamed() {
        IllegalArgumentException wrong =
                assertThrows(IllegalArgumentException.class, () -> OutputChoice.parse("boss:1,worker:0,ps"));

        assertEquals("'boss:1', 'ps' are none of chief, all, none, or tasks such as worker:1,ps:0", wrong.getMessage());
    }

    @Test
    void emptyChoiceIsRefused() {
        assertEquals(
                "'' is none of chief, all, none, or tasks such as worker:1,ps:0",
                assertThrows(IllegalArgumentException.class, () -> OutputChoice.parse(""))
                        .getMessage());
    }

    @Test
    void onlyAChoiceOfSeveralTasksNeedsNamesBeforeTheLines() {
        assertFalse(OutputChoice.CHIEF.mayShowSeveral());
        assertFalse(OutputChoice.NONE.mayShowSeveral());
        assertFalse(OutputChoice.parse("ps:0").mayShowSeveral());
        assertTrue(OutputChoice.parse("ps:0,ps:1").mayShowSeveral());
        assertTrue(OutputChoice.ALL.mayShowSeveral());
    }

    @Test
    void applicationMasterIsAskedForJustThat() {
        assertEquals(WatchJobRequest.getDefaultInstance(), OutputChoice.NONE.request());
        assertTrue(OutputChoice.ALL.request().getOutputOfAll());
        assertTrue(OutputChoice.CHIEF.request().getOutputOfChief());
        assertEquals(
                List.of(TaskId.parse("worker:1").toMessage()),
                OutputChoice.parse("worker:1").request().getOutputOfList());
    }
}
