package org.ydl.cli;

import org.ydl.request.Artifact;
import picocli.CommandLine.ITypeConverter;

/** Reads a file or an address that goes along with a job. */
final class Artifacts implements ITypeConverter<Artifact> {
    @Override
    public Artifact convert(String text) {
        return Artifact.parse(text);
    }
}
