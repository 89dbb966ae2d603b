package org.ydl.am.yarn;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CreateFlag;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.permission.FsPermission;

/**
 * Files of one private directory on the cluster's file system, of which readers see all or nothing: each is written under
 * another name and renamed over what was there.
 *
 * <p>Its calls wait for the file system, for minutes if that does not answer. One thread at a time may write a file.
 */
final class WholeFiles {
    private static final FsPermission PRIVATE = new FsPermission((short) 0700);

    private final FileContext files;
    private final Path directory;

    WholeFiles(Configuration conf, Path directory) throws IOException {
        this.files = FileContext.getFileContext(directory.toUri(), conf);
        this.directory = directory;
    }

    void write(String name, byte[] content) throws IOException {
        if (!files.util().exists(directory)) {
            files.mkdir(directory, PRIVATE, true);
        }
        Path file = new Path(directory, name);
        Path unfinished = file.suffix(".new");
        try (OutputStream out = files.create(unfinished, EnumSet.of(CreateFlag.CREATE, CreateFlag.OVERWRITE))) {
            out.write(content);
        }
        files.rename(unfinished, file, Options.Rename.OVERWRITE);
    }

    byte[] read(String name) throws IOException {
        try (InputStream in = files.open(new Path(directory, name))) {
            return in.readAllBytes();
        }
    }

    /** None if there is no such directory. */
    List<String> names() throws IOException {
        List<String> names = new ArrayList<>();
        try {
            RemoteIterator<FileStatus> found = files.listStatus(directory);
            while (found.hasNext()) {
                names.add(found.next().getPath().getName());
            }
        } catch (FileNotFoundException e) {
            return List.of();
        }
        return names;
    }
}
