package org.ydl.am.yarn;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.ydl.api.Role;
import org.ydl.api.TaskId;

class ContainerPlanTest {
    private static final String FLAGS = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xshare:auto -XX:-UsePerfData"
            + " -XX:ErrorFile=<LOG_DIR>/hs_err_pid%p.log -Dfile.encoding=UTF-8 -Dsun.jnu.encoding=UTF-8";

    @Test
    void runnerIsStartedByTheScriptsOfItsArchive() {
        assertEquals(
                "/bin/bash ydl/ydl-run.sh /bin/bash ydl/ydl-java.sh -Xmx128m " + FLAGS
                        + " -Djna.tmpdir=. -cp 'ydl/*' org.ydl.runner.Runner"
                        + " 1><LOG_DIR>/stdout 2><LOG_DIR>/stderr",
                new ContainerPlan(Map.of()).command());
    }

    @Test
    void containerIsToldWhoItIsBesideWhatAllOfThemGet() {
        ContainerPlan plan = new ContainerPlan(Map.of("YDL_PORT_RANGE", "20000-20100", "YDL_TASK", "nobody"));

        Map<String, String> environment = plan.environment(
                "application_1_0001", "node1:4711", new TaskId(Role.WORKER, 1), 0, Optional.of(20_001));

        assertEquals(
                Map.of(
                        "YDL_AM", "node1:4711",
                        "YDL_APP_ID", "application_1_0001",
                        "YDL_ATTEMPT", "0",
                        "YDL_PORT", "20001",
                        "YDL_PORT_RANGE", "20000-20100",
                        "YDL_TASK", "worker:1"),
                environment);
    }

    @Test
    void masterGetsTwoThirdsOfItsContainerAsHeap() {
        assertEquals(
                "exec /bin/bash am/ydl-java.sh -Xmx340m " + FLAGS + " -cp 'conf:am/*' org.ydl.am.YarnAppMaster"
                        + " 1><LOG_DIR>/stdout 2><LOG_DIR>/stderr",
                MasterCommand.of(510));
    }
}
