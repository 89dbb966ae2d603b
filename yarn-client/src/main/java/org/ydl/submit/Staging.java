package org.ydl.submit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.permission.FsPermission;
import org.ydl.am.StagedFile;

/**
 * ydl's files on the cluster: {@code .ydl} in the user's home there, readable by the user alone.
 *
 * <p>{@code staging/<application>} lives as long as its job; {@code cache/<sha256>} stays, so that what does not change
 * is uploaded once and every node fetches it once.
 */
public final class Staging {
    private static final FsPermission PRIVATE_DIR = new FsPermission((short) 0700);

    private final FileSystem files;
    private final org.apache.hadoop.fs.Path root;

    public Staging(FileSystem files) {
        this.files = files;
        this.root = new org.apache.hadoop.fs.Path(files.getHomeDirectory(), ".ydl");
    }

    /** The directory of one application. */
    public org.apache.hadoop.fs.Path dirOf(String appId) {
        return new org.apache.hadoop.fs.Path(new org.apache.hadoop.fs.Path(root, "staging"), appId);
    }

    /** The applications that have a directory. */
    public List<String> applications() throws IOException {
        org.apache.hadoop.fs.Path parent = new org.apache.hadoop.fs.Path(root, "staging");
        return files.exists(parent)
                ? Arrays.stream(files.listStatus(parent))
                        .map(status -> status.getPath().getName())
                        .filter(name -> name.startsWith("application_"))
                        .toList()
                : List.of();
    }

    org.apache.hadoop.fs.Path create(String appId) throws IOException {
        org.apache.hadoop.fs.Path dir = dirOf(appId);
        privateDir(dir);
        return dir;
    }

    /** Removes an application's directory; nothing happens if there is none. */
    public void remove(String appId) throws IOException {
        files.delete(dirOf(appId), true);
    }

    StagedFile upload(org.apache.hadoop.fs.Path dir, Path file) throws IOException {
        String name = file.getFileName().toString();
        org.apache.hadoop.fs.Path target = new org.apache.hadoop.fs.Path(dir, name);
        files.copyFromLocalFile(false, true, local(file), target);
        return staged(name, target, false);
    }

    StagedFile write(org.apache.hadoop.fs.Path dir, String name, String text) throws IOException {
        org.apache.hadoop.fs.Path target = new org.apache.hadoop.fs.Path(dir, name);
        try (OutputStream out = files.create(target, true)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return staged(name, target, false);
    }

    StagedFile archive(org.apache.hadoop.fs.Path dir, String link, Bundle bundle) throws IOException {
        org.apache.hadoop.fs.Path target = new org.apache.hadoop.fs.Path(dir, link + ".zip");
        try (OutputStream out = files.create(target, true)) {
            bundle.writeZip(out);
        }
        return staged(link, target, true);
    }

    /** An archive that is uploaded only if no equal one was before. */
    StagedFile cachedArchive(String link, Bundle bundle) throws IOException {
        return cached(link, bundle, link + ".zip", bundle::writeZip);
    }

    /** A jar that nodes unpack, uploaded only if no equal one was before. */
    StagedFile cachedJar(String link, Path jar) throws IOException {
        return cached(link, new Bundle(List.of(jar)), jar.getFileName().toString(), out -> Files.copy(jar, out));
    }

    private interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    private StagedFile cached(String link, Bundle bundle, String name, Content content) throws IOException {
        org.apache.hadoop.fs.Path dir =
                new org.apache.hadoop.fs.Path(new org.apache.hadoop.fs.Path(root, "cache"), bundle.sha256());
        org.apache.hadoop.fs.Path target = new org.apache.hadoop.fs.Path(dir, name);
        if (!files.exists(target)) {
            privateDir(dir);
            org.apache.hadoop.fs.Path part = new org.apache.hadoop.fs.Path(dir, name + "." + UUID.randomUUID());
            try (OutputStream out = files.create(part, true)) {
                content.writeTo(out);
            }
            if (!files.rename(part, target)) {
                files.delete(part, false); // another client was first
            }
        }
        return staged(link, target, true);
    }

    private void privateDir(org.apache.hadoop.fs.Path dir) throws IOException {
        files.mkdirs(dir, PRIVATE_DIR);
        files.setPermission(root, PRIVATE_DIR);
        files.setPermission(dir, PRIVATE_DIR);
    }

    private StagedFile staged(String link, org.apache.hadoop.fs.Path target, boolean archive) throws IOException {
        FileStatus status = files.getFileStatus(target);
        return new StagedFile(
                link, status.getPath().toUri().toString(), status.getLen(), status.getModificationTime(), archive);
    }

    private static org.apache.hadoop.fs.Path local(Path file) {
        return new org.apache.hadoop.fs.Path(file.toUri());
    }
}
