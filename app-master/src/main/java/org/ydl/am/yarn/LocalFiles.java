package org.ydl.am.yarn;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.yarn.api.records.LocalResource;
import org.apache.hadoop.yarn.api.records.LocalResourceType;
import org.apache.hadoop.yarn.api.records.LocalResourceVisibility;
import org.apache.hadoop.yarn.api.records.URL;
import org.ydl.am.StagedFile;

/** Staged files as YARN wants them in a launch context. */
public final class LocalFiles {
    private LocalFiles() {}

    /** By their link. Private, so that a node keeps them for the same user's next job. */
    public static Map<String, LocalResource> of(List<StagedFile> staged) {
        Map<String, LocalResource> files = new LinkedHashMap<>();
        for (StagedFile file : staged) {
            files.put(
                    file.link(),
                    LocalResource.newInstance(
                            URL.fromPath(new Path(URI.create(file.uri()))),
                            file.archive() ? LocalResourceType.ARCHIVE : LocalResourceType.FILE,
                            LocalResourceVisibility.PRIVATE,
                            file.size(),
                            file.timestamp()));
        }
        return files;
    }
}
