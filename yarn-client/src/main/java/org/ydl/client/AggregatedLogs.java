package org.ydl.client;

import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.yarn.api.records.ApplicationReport;
import org.apache.hadoop.yarn.logaggregation.ContainerLogFileInfo;
import org.apache.hadoop.yarn.logaggregation.ContainerLogMeta;
import org.apache.hadoop.yarn.logaggregation.ContainerLogsRequest;
import org.apache.hadoop.yarn.logaggregation.filecontroller.LogAggregationFileController;
import org.apache.hadoop.yarn.logaggregation.filecontroller.LogAggregationFileControllerFactory;

/** The logs that YARN has collected from the nodes after an application ended. */
public record AggregatedLogs(Configuration conf, ApplicationReport report) implements JobLogs.Collected {
    @Override
    public List<String> containers() {
        try {
            return controller().readAggregatedLogsMeta(request()).stream()
                    .map(ContainerLogMeta::getContainerId)
                    .distinct()
                    .sorted()
                    .toList();
        } catch (IOException e) {
            return List.of(); // YARN has collected none, or not yet
        }
    }

    /** As YARN writes them: each file with a head. */
    @Override
    public boolean copy(String container, OutputStream to) {
        ContainerLogsRequest request = request();
        request.setContainerId(container);
        request.setBytes(Long.MAX_VALUE);
        try {
            LogAggregationFileController controller = controller();
            request.setLogTypes(controller.readAggregatedLogsMeta(request).stream()
                    .flatMap(files -> files.getContainerLogMeta().stream())
                    .map(ContainerLogFileInfo::getFileName)
                    .filter(JobLogs::isOfAProcess)
                    .collect(Collectors.toSet()));
            return !request.getLogTypes().isEmpty() && controller.readAggregatedLogs(request, to);
        } catch (IOException e) {
            return false;
        }
    }

    private LogAggregationFileController controller() throws IOException {
        return new LogAggregationFileControllerFactory(conf)
                .getFileControllerForRead(report.getApplicationId(), report.getUser());
    }

    private ContainerLogsRequest request() {
        ContainerLogsRequest request = new ContainerLogsRequest();
        request.setAppId(report.getApplicationId());
        request.setAppOwner(report.getUser());
        request.setAppFinished(true);
        return request;
    }
}
