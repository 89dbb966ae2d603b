package org.ydl.client;

import java.io.IOException;
import java.io.OutputStream;
import java.util.Optional;
import java.util.Set;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.logaggregation.ContainerLogsRequest;
import org.apache.hadoop.yarn.logaggregation.filecontroller.LogAggregationFileControllerFactory;

/** The logs that YARN has collected from the nodes after an application ended. */
public record AggregatedLogs(Configuration conf) {
    /** What a container's processes write. A node adds listings of its own, which say nothing about the job. */
    public static final Set<String> FILES = Set.of("stdout", "stderr", "prelaunch.err");

    /**
     * Copies the logs of one container, or of all of the application, as YARN writes them: each file with a head.
     *
     * @return whether there were any
     */
    public boolean copy(ApplicationReport report, Optional<String> container, OutputStream to) {
        ContainerLogsRequest request = new ContainerLogsRequest();
        request.setAppId(report.getApplicationId());
        request.setAppOwner(report.getUser());
        request.setAppFinished(true);
        container.ifPresent(request::setContainerId);
        request.setLogTypes(FILES);
        request.setBytes(Long.MAX_VALUE);
        try {
            return new LogAggregationFileControllerFactory(conf)
                    .getFileControllerForRead(report.getApplicationId(), report.getUser())
                    .readAggregatedLogs(request, to);
        } catch (IOException e) {
            return false; // YARN has collected none, or not yet
        }
    }
}
