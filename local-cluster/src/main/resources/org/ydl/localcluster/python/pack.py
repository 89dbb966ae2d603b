"""Packs the Python that runs this, with its packages, into an archive that works wherever it is unpacked.

Run by ydl-runtime as: python -I -B -c <this text> OUTPUT. A line for the user begins with "ydl: ", and one that says why
it failed with "problem: ".

The archive holds
    bin/python, python3, python3.N   a script that finds where it is and starts the interpreter
    libexec/python3.N                the interpreter
    lib/*.so*                        its own libraries: libpython, and all that lie beside it
    lib/shared/NAME/NAME             libraries of this system, for nodes that have none of that name
    lib/python3.N                    the standard library, and in site-packages the packages

The same environment gives the same bytes: files are sorted and have no owner. They keep their time, by which Python knows
whether what it has compiled is still right.
"""
import errno
import gzip
import importlib.util
import io
import os
import re
import site
import subprocess
import sys
import sysconfig
import tarfile
import time

NAME = "python%d.%d" % sys.version_info[:2]
LIBRARY = "lib/" + NAME
PACKAGES = LIBRARY + "/site-packages"

STARTER = """#!/bin/bash
# Starts the Python of this archive, wherever that is unpacked.
self=$(readlink -f "${BASH_SOURCE[0]}")
home=${self%/bin/*}
libraries=$home/lib
for library in "$home"/lib/shared/*/*; do
  for directory in /lib64 /usr/lib64 /lib /usr/lib /lib/*-linux-gnu /usr/lib/*-linux-gnu; do
    [ -e "$directory/${library##*/}" ] && continue 2 # this machine has its own, which goes with the rest of it
  done
  libraries=$libraries:${library%/*}
done
export LD_LIBRARY_PATH=$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
export PYTHONNOUSERSITE=1
unset PYTHONHOME
exec -a "$0" "$home/libexec/NAME" "$@"
""".replace("NAME", NAME)

# What no job needs in order to run: tests, all that draws windows, what one compiles against, and compiled modules for
# python -O, of which there may be two beside each common one.
NOT_IN_LIBRARY = re.compile(
    r"(.*/)?(tests?|tkinter|idlelib|turtledemo|site-packages|dist-packages|config-[^/]*)(/.*)?"
    r"|.*/_tkinter\..*|.*\.a|.*\.opt-[12]\.pyc")
NOT_IN_PACKAGES = re.compile(r"tensorflow/include/.*|.*\.a|.*\.opt-[12]\.pyc")

# These come with the C library and belong to it.
OF_THE_SYSTEM = re.compile(r"(ld-linux.*|lib(c|m|dl|rt|util|pthread|resolv|nsl|anl|mvec|BrokenLocale))\.so.*")
SYSTEM_DIRECTORIES = ("/lib/", "/lib64/", "/usr/lib/", "/usr/lib64/")


def main(output):
    if sys.version_info < (3, 9):
        sys.exit("problem: %s is Python %d.%d, and TensorFlow needs 3.9 or newer" % ((sys.executable,) + sys.version_info[:2]))
    began = time.monotonic()
    say("packing %s, Python %d.%d.%d" % ((sys.prefix,) + sys.version_info[:3]))
    if importlib.util.find_spec("tensorflow") is None:
        say("warning: it has no TensorFlow; jobs that import it will fail")
    for path in places_outside():
        say("warning: packages in %s are not packed; send such a directory along with ydl-tf --src" % path)
    files = collect()
    partial = output + ".part"
    try:
        write(partial, files, began)
        os.replace(partial, output)
    except OSError as error:
        sys.exit("problem: " + problem(error, output, files))
    finally:
        if os.path.exists(partial):
            os.remove(partial)
    say("packed %d files into %s, %d MB, in %d s"
        % (len(files), output, os.path.getsize(output) >> 20, time.monotonic() - began))


def collect():
    """Each file by its name in the archive."""
    interpreter = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
    with open(interpreter, "rb") as file:
        if file.read(4) != b"\x7fELF":
            sys.exit("problem: %s is no interpreter that can be packed: it is a script" % interpreter)
    files = {"libexec/" + NAME: interpreter}
    standard = sysconfig.get_path("stdlib")
    add(files, LIBRARY, standard, NOT_IN_LIBRARY)
    for path in sys.path:
        if os.path.basename(path) == "lib-dynload" and not is_below(path, standard):
            add(files, LIBRARY + "/lib-dynload", path, NOT_IN_LIBRARY)
    for path in package_directories():
        add(files, PACKAGES, path, NOT_IN_PACKAGES)
    files.update(shared_libraries(files))
    return files


def package_directories():
    return [path for path in site.getsitepackages() if path in sys.path and os.path.isdir(path)]


def places_outside():
    """Where modules are found, but neither in the standard library nor among the packages: as .pth files add them."""
    known = package_directories() + [sysconfig.get_path("stdlib")]
    return [path for path in sys.path if os.path.isdir(path) and os.path.basename(path) != "lib-dynload"
            and not any(is_below(path, parent) for parent in known)]


def is_below(path, parent):
    return (os.path.realpath(path) + "/").startswith(os.path.realpath(parent) + "/")


def add(files, name, directory, left_out, seen=()):
    """Adds a directory with all below it. Links are followed: they may lead out of what is packed."""
    seen = seen + (os.path.realpath(directory),)
    for folder, folders, leaves in os.walk(directory):
        relative = os.path.relpath(folder, directory)
        within = "" if relative == "." else relative + "/"
        for leaf in leaves:
            path = os.path.join(folder, leaf)
            if os.path.isfile(path) and not left_out.fullmatch(within + leaf):
                files.setdefault(name + "/" + within + leaf, path)
        folders[:] = [one for one in folders if not left_out.fullmatch(within + one + "/")]
        for one in folders:
            path = os.path.join(folder, one)
            if os.path.islink(path) and os.path.realpath(path) not in seen:
                add(files, name + "/" + within + one, path, left_out, seen)


def shared_libraries(files):
    """The libraries that the interpreter and all compiled modules are linked with, but for the C library."""
    binaries = [path for path in files.values() if re.search(r"\.so(\.|$)", os.path.basename(path))]
    packed = {os.path.realpath(path) for path in files.values()}
    found = {}
    for library in linked([files["libexec/" + NAME]] + binaries):
        name = os.path.basename(library)
        if os.path.realpath(library) in packed or OF_THE_SYSTEM.fullmatch(name):
            continue
        own = name.startswith("libpython") or not library.startswith(SYSTEM_DIRECTORIES)
        found["lib/" + name if own else "lib/shared/%s/%s" % (name, name)] = library
    return found


def linked(binaries):
    try:
        answer = subprocess.run(["ldd"] + binaries, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    except OSError:
        say("warning: there is no ldd here to find shared libraries with; the nodes need the same ones as this machine")
        return []
    return sorted(set(re.findall(r"=> (/\S+) \(0x", answer.stdout)))


def write(path, files, began):
    sizes = {name: os.path.getsize(source) for name, source in files.items()}
    total, done, next_report = sum(sizes.values()), 0, 0
    with open(path, "wb") as file, \
            gzip.GzipFile("", "wb", compresslevel=1, fileobj=file, mtime=0) as zipped, \
            tarfile.open(mode="w|", fileobj=zipped, format=tarfile.GNU_FORMAT) as archive:
        for name in ("python", "python3", NAME):
            add_text(archive, "bin/" + name, STARTER)
        if sys.platlibdir != "lib":
            add_link(archive, sys.platlibdir, "lib")
        add_link(archive, "lib/python3/dist-packages", "../%s/site-packages" % NAME)  # where Debian's looks
        for name in sorted(files):
            add_file(archive, name, files[name])
            done += sizes[name]
            if done >= next_report:
                say("%d of %d MB (%d s)" % (done >> 20, total >> 20, time.monotonic() - began))
                next_report = done + max(total // 10, 50 << 20)


def add_text(archive, name, text):
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = len(text), 0o755
    archive.addfile(entry, io.BytesIO(text.encode()))


def add_link(archive, name, target):
    entry = tarfile.TarInfo(name)
    entry.type, entry.linkname = tarfile.SYMTYPE, target
    archive.addfile(entry)


def add_file(archive, name, source):
    with open(source, "rb") as file:
        status = os.fstat(file.fileno())
        entry = tarfile.TarInfo(name)
        entry.size, entry.mtime = status.st_size, int(status.st_mtime)
        entry.mode = 0o755 if status.st_mode & 0o100 else 0o644
        archive.addfile(entry, file)


def problem(error, output, files):
    directory = os.path.dirname(output)
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        size = sum(os.path.getsize(path) for path in files.values()) >> 20
        return ("%s has no space left for the archive; it may need %d MB.\n"
                "problem:   try         free some, or choose another place by --output FILE" % (directory, size))
    return "cannot pack %s: %s" % (error.filename or output, error.strerror)


def say(line):
    print("ydl: " + line, flush=True)


main(sys.argv[1])
