package org.ydl.am.rpc;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.ydl.api.Decider;
import org.ydl.api.ExitCode;
import org.ydl.api.Outcome;
import org.ydl.api.v1.FinishJobRequest;
import org.ydl.api.v1.JobOutcome;
import org.ydl.api.v1.JobUpdate;
import org.ydl.api.v1.RegisterResponse;
import org.ydl.api.v1.WatchJobRequest;
import org.ydl.job.JobFixture;

/** The contract of ydl/v1 for a job that its client runs beside itself. */
class ClientJobContractTest extends ServedJob {
    private static final WatchJobRequest RUNS_JOB =
            WatchJobRequest.newBuilder().setRunsJob(true).build();

    ClientJobContractTest() {
        super(JobFixture.serving(Decider.CLIENT));
    }

    @Test
    void everyTaskIsToldOnlyToServe() {
        RegisterResponse worker = runner("container_1", "worker:0").register(2001);

        assertEquals(List.of(), worker.getPlan().getCommandList());
    }

    @Test
    void jobEndsAsItsClientSays() throws Exception {
        registerAll();
        Iterator<JobUpdate> updates = client.watchJob(RUNS_JOB);
        Outcome said = new Outcome(ExitCode.JOB_FAILED, "the job beside the client failed with exit code 3");

        long limit = client.finishJob(FinishJobRequest.newBuilder()
                        .setOutcome(said.toMessage())
                        .build())
                .getStopLimit()
                .getSeconds();
        stopRunners();

        JobUpdate last = updates.next();
        while (updates.hasNext()) {
            last = updates.next();
        }
        assertTrue(limit > 0);
        assertEquals(said, driven.get().orElseThrow());
        assertEquals(said, cluster.finished().orElseThrow());
        assertEquals(said.toMessage(), last.getOutcome());
    }

    @Test
    void unknownExitCodeIsRefused() {
        FinishJobRequest nonsense = FinishJobRequest.newBuilder()
                .setOutcome(JobOutcome.newBuilder().setCode("FINE"))
                .build();

        StatusRuntimeException refused = assertThrows(StatusRuntimeException.class, () -> client.finishJob(nonsense));

        assertEquals(Status.Code.INVALID_ARGUMENT, refused.getStatus().getCode());
        assertTrue(refused.getMessage().contains("'FINE'"), refused.getMessage());
    }
}
