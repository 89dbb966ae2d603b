package org.ydl.submit;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.UUID;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.fs.permission.FsPermission;
import org.ydl.am.StagedFile;

/**
 * ydl's files on the cluster: {@code .ydl} in the user's home there, readable by the user alone.
 *
 * <p>{@code staging/<application>} lives as long as its job; {@code cache/<sha256>} stays, so that what does not change
 * is uploaded once and every node fetches it once; {@code history/<application>} is what its master leaves behind.
 */
public final class Staging {
    private static final FsPermission PRIVATE_DIR = new FsPermission((short) 0700);

    /** From this size on a file is worth finding again. */
    private static final long LARGE = 8 << 20;

    private final FileSystem files;
    private final Path root;
    private final Digests digests;

    /** @param digests of what may be on the cluster already */
    public Staging(FileSystem files, Digests digests) {
        this.files = files;
        this.digests = digests;
        this.root = root(files);
    }

    private static Path root(FileSystem files) {
        return new Path(files.getHomeDirectory(), ".ydl");
    }

    /** Where the last status of every application is kept. */
    public static Path history(FileSystem files) {
        return new Path(root(files), "history");
    }

    /** The directory of one application. */
    public Path dirOf(String appId) {
        return new Path(new Path(root, "staging"), appId);
    }

    /** Where the last status of one application is kept when it has ended. */
    public Path historyOf(String appId) {
        return new Path(history(files), appId);
    }

    /** The applications that have a directory. */
    public List<String> applications() throws IOException {
        Path parent = new Path(root, "staging");
        return files.exists(parent)
                ? Arrays.stream(files.listStatus(parent))
                        .map(status -> status.getPath().getName())
                        .filter(name -> name.startsWith("application_"))
                        .toList()
                : List.of();
    }

    Path create(String appId) throws IOException {
        Path dir = dirOf(appId);
        privateDir(dir);
        return dir;
    }

    /** Removes an application's directory; nothing happens if there is none. */
    public void remove(String appId) throws IOException {
        files.delete(dirOf(appId), true);
    }

    /**
     * Brings what goes along with a job to the cluster: small files into its own directory, all else where it stays for
     * the next job.
     */
    StagedFile stage(Path dir, Attachment attachment) throws IOException {
        if (attachment instanceof Attachment.LocalFile local) {
            return local.unpacked() || Files.size(local.file()) >= LARGE
                    ? cached(local.link(), new Content.OneFile(local.file()), local.unpacked())
                    : upload(dir, local);
        }
        if (attachment instanceof Attachment.LocalTree tree) {
            return cached(tree.link(), new SourceArchive(tree.directory()), true);
        }
        Attachment.Remote remote = (Attachment.Remote) attachment;
        return at(remote);
    }

    private StagedFile upload(Path dir, Attachment.LocalFile local) throws IOException {
        Path target = new Path(dir, local.link());
        files.copyFromLocalFile(false, true, new Path(local.file().toUri()), target);
        return staged(local.link(), files.getFileStatus(target), false);
    }

    /** It is used where it is; YARN only wants to know how large and how old. */
    private StagedFile at(Attachment.Remote remote) throws IOException {
        Path target = new Path(remote.address());
        FileSystem there = target.getFileSystem(files.getConf());
        return staged(remote.link(), there.getFileStatus(there.makeQualified(target)), remote.unpacked());
    }

    /** Whether something on the cluster that is to go along is there for this user. */
    boolean exists(Attachment.Remote remote) {
        try {
            at(remote);
            return true;
        } catch (IOException | IllegalArgumentException e) {
            return false;
        }
    }

    StagedFile write(Path dir, String name, String text) throws IOException {
        Path target = new Path(dir, name);
        try (OutputStream out = files.create(target, true)) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return staged(name, files.getFileStatus(target), false);
    }

    StagedFile archive(Path dir, String link, Bundle bundle) throws IOException {
        Path target = new Path(dir, link + ".zip");
        try (OutputStream out = files.create(target, true)) {
            bundle.writeTo(out);
        }
        return staged(link, files.getFileStatus(target), true);
    }

    /** Uploads something only if nothing equal was before. */
    StagedFile cached(String link, Content content, boolean unpacked) throws IOException {
        Path dir = new Path(new Path(root, "cache"), content.sha256(digests));
        Path target = new Path(dir, content.name());
        if (!files.exists(target)) {
            privateDir(dir);
            Path part = new Path(dir, content.name() + "." + UUID.randomUUID());
            try (OutputStream out = files.create(part, true)) {
                content.writeTo(out);
            }
            if (!files.rename(part, target)) {
                files.delete(part, false); // another client was first
            }
        }
        digests.remember();
        return staged(link, files.getFileStatus(target), unpacked);
    }

    private void privateDir(Path dir) throws IOException {
        files.mkdirs(dir, PRIVATE_DIR);
        files.setPermission(root, PRIVATE_DIR);
        files.setPermission(dir, PRIVATE_DIR);
    }

    private static StagedFile staged(String link, FileStatus status, boolean archive) {
        return new StagedFile(
                link, status.getPath().toUri().toString(), status.getLen(), status.getModificationTime(), archive);
    }
}
