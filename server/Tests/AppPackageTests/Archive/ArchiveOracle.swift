import Foundation
import TestSupport
import Testing

/// Archives by other programs, and their opinion of archives: Info-ZIP's zip and unzip, bsdtar, and Python's zipfile module.
enum ArchiveOracle {
    /// The findings of a program: for each path “folder”, “link” with its target, or “file” with checksum and size, and `x` if it
    /// is executable.
    typealias Contents = [String: String]

    struct Opinion: Decodable {
        let zipfile: Contents
        /// Without folders that are only part of a path; `nil` if unzip was not asked.
        let unzip: Contents?
    }

    /// Makes archives of an app in all the ways in which packages are made, and returns their paths.
    static func makeArchives(in folder: String) throws -> [String] { try answer(making, folder) }

    /// Asks the other programs what is in archives.
    static func opinions(of paths: [String], alsoUnzip: Bool) throws -> [Opinion] {
        try answer(reading, (alsoUnzip ? ["unzip"] : ["zipfile"]) + paths)
    }

    private static func answer<Answer: Decodable>(_ program: String, _ given: some Encodable) throws -> Answer {
        try Python.run("import os, stat, subprocess, tempfile, zipfile, zlib\n" + program, given: given)
    }

    private static let reading = #"""
        def content(data, is_executable):
            return f"file {zlib.crc32(data)} {len(data)}" + (" x" if is_executable else "")

        def by_zipfile(path):
            found = {}
            with zipfile.ZipFile(path) as archive:
                for info in archive.infolist():
                    name = info.filename
                    if not info.flag_bits & 0x800:
                        name = name.encode("cp437").decode("utf-8")
                    assert name not in found, name
                    mode = info.external_attr >> 16
                    data = archive.read(info)
                    if name.endswith("/"):
                        found[name] = "folder"
                    elif stat.S_ISLNK(mode):
                        found[name] = "link " + data.decode("utf-8")
                    else:
                        found[name] = content(data, mode & 0o111)
            return found

        def by_unzip(path):
            found = {}
            with tempfile.TemporaryDirectory() as folder:
                environment = dict(os.environ, LC_ALL="C.UTF-8")
                subprocess.run(["unzip", "-q", path, "-d", folder], check=True, env=environment, stdout=sys.stderr)
                for parent, _, files in os.walk(folder):
                    below = os.path.relpath(parent, folder)
                    for name in files + os.listdir(parent):
                        whole = os.path.join(parent, name)
                        relative = os.path.normpath(os.path.join(below, name))
                        if os.path.islink(whole):
                            found[relative] = "link " + os.readlink(whole)
                        elif os.path.isdir(whole):
                            found[relative + "/"] = "folder"
                        else:
                            with open(whole, "rb") as file:
                                found[relative] = content(file.read(), os.stat(whole).st_mode & 0o111)
            return found

        program, *paths = given
        opinions = []
        for path in paths:
            found = by_zipfile(path)
            is_for_unzip = program == "unzip" and len(found) < 1000  # it is slow
            opinions.append({"zipfile": found, "unzip": by_unzip(path) if is_for_unzip else None})
        answer = opinions
        """#

    private static let making = #"""
        import random, shutil
        os.chdir(given)
        app = "tree/Payload/Rooms.app"
        random.seed(1)
        for path, data in {
            "Info.plist": b"<plist/>", "Rooms": b"#!/bin/sh\n" * 50, "Résumé 日本.txt": "é".encode() * 9,
            "nothing": b"",
            "noise": random.randbytes(200_000), "zeros": bytes(900_000), ".DS_Store": b"Finder",
            "Frameworks/Kit.framework/Versions/A/Kit": b"kit" * 40_000, "Watch/Watch.app/Info.plist": b"<plist/>",
            "../../__MACOSX/Payload/._Rooms.app": b"fork", "archive.zip": None,
        }.items():
            path = f"{app}/{path}"
            os.makedirs(os.path.dirname(path), exist_ok=True)
            if data is None:
                with zipfile.ZipFile(path, "w") as archive:
                    archive.writestr("inner", "inner")
            else:
                with open(path, "wb") as file:
                    file.write(data)
        os.chmod(f"{app}/Rooms", 0o755)
        os.makedirs(f"{app}/Empty/Emptier")
        os.symlink("A", f"{app}/Frameworks/Kit.framework/Versions/Current")
        os.symlink("Versions/Current/Kit", f"{app}/Frameworks/Kit.framework/Kit")
        os.symlink("../Frameworks/Kit.framework/Kit", f"{app}/Empty/far")

        made = []
        def path(name):
            made.append(os.path.abspath(f"{name}.ipa"))
            return made[-1]

        # Some builds of Info-ZIP refuse to store a link with a data descriptor. They store what the links lead to.
        refuses = subprocess.run(["zip", "-q", "-y", "-", "Empty/far"], cwd=app, capture_output=True).returncode != 0
        linked = "-r" if refuses else "-ry"
        for options in ["-r", "-ry", "-ryX", "-ryD", "-ry0", "-ry9", f"{linked} -fd", "-ry -fz"]:
            archive = path("zip" + options.replace(" ", ""))
            subprocess.run(["zip", "-q", *options.split(), archive, "."], cwd="tree", check=True)
        for options in [linked, f"{linked}0"]:
            with open(path("zip-stream" + options.replace(" ", "")), "wb") as file:
                piped = subprocess.Popen(["zip", "-q", *options.split(), "-", "."], cwd="tree", stdout=subprocess.PIPE)
                shutil.copyfileobj(piped.stdout, file)
                assert piped.wait() == 0
        subprocess.run(["bsdtar", "-cf", path("bsdtar"), "--format", "zip", "Payload"], cwd="tree", check=True)
        # The last block of a pipe is filled with zeros.
        with open(path("bsdtar-pipe"), "wb") as file:
            piped = subprocess.Popen(["bsdtar", "-cf", "-", "--format", "zip", "Payload"], cwd="tree", stdout=subprocess.PIPE)
            shutil.copyfileobj(piped.stdout, file)
            assert piped.wait() == 0
        assert os.path.getsize(made[-1]) % 10240 == 0
        subprocess.run(f"zip -q {path('zip-input')} - < {app}/Rooms", shell=True, check=True)
        subprocess.run(f"cp zip-ry.ipa {path('zip-comment')}; echo 'a comment' | zip -qz zip-comment.ipa > /dev/null",
                       shell=True, check=True)
        subprocess.run(f"cp zip-ry.ipa {path('zip-deleted')}; zip -qd zip-deleted.ipa '*noise'", shell=True, check=True)
        shutil.make_archive("shutil", "zip", "tree")
        os.rename("shutil.zip", path("shutil"))
        subprocess.run([sys.executable, "-m", "zipfile", "-c", path("zipfile-tool"), "tree/Payload"], check=True)

        class Unseekable:
            def __init__(self, file): self.file = file
            def write(self, data): return self.file.write(data)
            def flush(self): self.file.flush()

        def fill(archive, **options):
            for parent, folders, files in os.walk("tree"):
                for name in folders + files:
                    whole = os.path.join(parent, name)
                    info = zipfile.ZipInfo.from_file(whole, os.path.relpath(whole, "tree"))
                    info.compress_type = archive.compression
                    if os.path.islink(whole):
                        info.filename = info.filename.rstrip("/")
                        info.external_attr, data = (stat.S_IFLNK | 0o777) << 16, os.readlink(whole).encode()
                    elif os.path.isdir(whole):
                        archive.writestr(info, b"")
                        continue
                    else:
                        data = open(whole, "rb").read()
                    with archive.open(info, "w", **options) as file:
                        file.write(data)

        for compression in [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED]:
            for force in [False, True]:
                with zipfile.ZipFile(path(f"zipfile-{compression}-{force}"), "w", compression) as archive:
                    fill(archive, force_zip64=force)
                with open(path(f"zipfile-stream-{compression}-{force}"), "wb") as file:
                    with zipfile.ZipFile(Unseekable(file), "w", compression) as archive:
                        fill(archive, force_zip64=force)
        with zipfile.ZipFile(path("zipfile-text"), "w") as archive:
            archive.comment = b"c" * 65535
            archive.writestr("Payload/Rooms.app/Info.plist", "<plist/>")
            windows = zipfile.ZipInfo("Payload/Rooms.app/windows.txt")
            windows.create_system = 0
            archive.writestr(windows, "dos")
        with zipfile.ZipFile(path("zipfile-29000"), "w") as archive:
            for number in range(29_000):
                archive.writestr(f"{number % 100}/{number}", "")
        answer = made
        """#
}
