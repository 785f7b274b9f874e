import Foundation
import TestSupport
import Testing

/// What the library is for a linker.
@Suite struct BinaryInterfaceTests {
    @Test("The library exports the functions of its header, with a symbol version, and nothing else")
    func symbols() throws {
        let header = try String(contentsOfFile: BuiltLibrary.header, encoding: .utf8)
        let code = header.replacing(/\/\*.*?\*\//.dotMatchesNewlines(), with: "")
        let declared = Set(code.matches(of: /\b(appgroup_\w+)\(/).map { String($0.1) })
        let table = try BuiltLibrary.run("nm", "--dynamic", "--defined-only", BuiltLibrary.path)
        let exported = table.split(separator: "\n").compactMap { $0.split(separator: " ").last }
            .filter { $0 != "LIBAPPGROUP_1" }
        #expect(Set(exported.map { String($0.replacing("@@LIBAPPGROUP_1", with: "")) }) == declared)
        #expect(exported.allSatisfy { $0.hasSuffix("@@LIBAPPGROUP_1") })
        #expect(declared.count > 30)
    }

    @Test("The library has a name of its own, cannot be unloaded, and needs only SQLite and the C library")
    func dependencies() throws {
        let dynamic = try BuiltLibrary.run("readelf", "--dynamic", BuiltLibrary.path)
        #expect(dynamic.contains("Library soname: [libappgroup.so.1]"))
        #expect(dynamic.contains("NODELETE"))
        #expect(!dynamic.contains("RUNPATH") && !dynamic.contains("RPATH"))
        // Each one costs a program time at its start. The dynamic linker itself is loaded anyway.
        let needed = dynamic.matches(of: /Shared library: \[(.*?)\]/).map { String($0.1) }
        #expect(needed.filter { !$0.hasPrefix("ld-") }.sorted() == ["libc.so.6", "libm.so.6", "libsqlite3.so.0"])
    }

    @Test("The library contains no engine for regular expressions, and no search for the arguments of its process")
    func contents() throws {
        let symbols = try BuiltLibrary.run("nm", "--defined-only", BuiltLibrary.path)
        #expect(symbols.contains("_swift_stdlib_getUnsafeArgvArgc"))
        for part in ["_StringProcessing", "_RegexParser", "_GLOBAL__sub_I_CommandLine.cpp"] {
            let found = symbols.split(separator: "\n").first { $0.contains(part) }
            #expect(found == nil, "\(part) makes the library larger and its start slower")
        }
    }

    @Test("A C program builds by pkg-config against what make install installs, even below a folder with a space")
    func installation() throws {
        let folder = "\(try BuiltLibrary.folder)/installed by root.\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let script = BuiltLibrary.root.appending(path: "scripts/install-library").path
        // Others may use what root installs, whatever root's mask is.
        try BuiltLibrary.run("sh", "-c", #"umask 077; exec "$@""#, "sh", script, folder, folder, BuiltLibrary.path)
        #expect(try BuiltLibrary.run("find", folder, "!", "-perm", "-o=r").isEmpty)
        let source = BuiltLibrary.root.appending(path: "examples/c/restarts.c").path
        let build = "gcc -Wall -Werror -o '\(folder)/restarts' '\(source)'"
        // pkg-config escapes the spaces of a path for a shell that reads its output as code.
        let words = #"eval "$0 $(pkg-config --cflags --libs appgroup)""#
        try BuiltLibrary.run("PKG_CONFIG_PATH=\(folder)/lib/pkgconfig", "sh", "-c", words, build)
        let dynamic = try BuiltLibrary.run("readelf", "--dynamic", "\(folder)/restarts")
        #expect(dynamic.contains("Shared library: [libappgroup.so.1]"))
    }

    @Test("Without apt, setup names the packages and says how to build once their equivalents are installed")
    func withoutApt() throws {
        let folder = try TemporaryFolder("programs")
        for name in ["grep", "id", "uname"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(folder.path)/\(name)", withDestinationPath: "/usr/bin/\(name)")
        }
        let script = BuiltLibrary.root.appending(path: "scripts/setup").path
        let run = try Finished.run(["/bin/sh", script, "build"], environment: ["PATH": folder.path])
        #expect(run.status == 69 && run.errors.contains("libzip-dev"), "\(run)")
        #expect(run.errors.contains("make SETUP=true"), "\(run)")
    }

    @Test("The header compiles as C11 and as C++17, and its structure has the layout that bindings rely on")
    func layout() throws {
        let source = BuiltLibrary.root.appending(path: "Tests/AppGroupLibraryTests/Programs/layout.c").path
        let include = "-I\((BuiltLibrary.header as NSString).deletingLastPathComponent)"
        let strict = ["-pedantic", "-Wall", "-Wextra", "-Werror"]
        for words in [["gcc", "-std=c11"], ["g++", "-std=c++17", "-x", "c++"]] {
            let path = "\(try BuiltLibrary.folder)/layout.\(UUID().uuidString)"
            defer { try? FileManager.default.removeItem(atPath: path) }
            let build = try Finished.run(
                ["/usr/bin/env"] + words + strict + [
                    include, "-o", path, source, "-L\(BuiltLibrary.folder)", "-lappgroup",
                ])
            #expect(build.status == 0, "\(build.errors)")
            let run = try Finished.run([path], environment: ["LD_LIBRARY_PATH": BuiltLibrary.folder])
            #expect(run.status == 0)
        }
    }

    @Test("The functions of the library and the public Swift API have everything that the last release promised")
    func promises() throws {
        let script = BuiltLibrary.root.appending(path: "scripts/check-interfaces").path
        let run = try Finished.run([script, BuiltLibrary.build.path, try BuiltLibrary.path])
        #expect(run.status == 0, "\(run.output)\(run.errors)")
    }

    @Test(
        "A function, constant or structure of the C header that is gone or changed breaks the promise, and is printed",
        arguments: [
            ("int64_t badge", "int32_t badge"), ("const char *id, const char *key", "const char *key, const char *id"),
            ("bool terminal", "int terminal"), ("uint32_t appgroup_version(void);", ""),
            ("APPGROUP_NOTHING_YET 100", "APPGROUP_NOTHING_YET 101"), ("int32_t reserved;", "int64_t reserved;"),
        ])
    func changedDeclarations(old: String, new: String) throws {
        let folder = try TemporaryFolder("header")
        let header = try String(contentsOfFile: BuiltLibrary.header, encoding: .utf8)
        let changed = header.replacing(old, with: new)
        let path = try folder.write("appgroup.h", changed.utf8)
        let script = BuiltLibrary.root.appending(path: "scripts/check-declarations").path
        let promise = BuiltLibrary.root.appending(
            path: "Tests/AppGroupLibraryTests/Baselines/appgroup.h.declarations"
        ).path
        let run = try Finished.run([script, path, promise])
        #expect(run.status == 1 && changed != header)
        let lines = run.output.split(separator: "\n")
        #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("gone or changed: ") && $0.contains(old) })
    }

    @Test("A package that calls a function of a later release does not depend on a release without it")
    func packagedVersions() throws {
        let folder = BuiltLibrary.root
        let baseline = folder.appending(path: "Tests/AppGroupLibraryTests/Baselines/libappgroup.so.1.abi")
        let promised = try String(contentsOf: baseline, encoding: .utf8).matches(of: /elf-symbol name='(\w+)'/)
        let released = Set(promised.map { String($0.1) })
        let table = try String(
            contentsOf: folder.appending(path: "packaging/debian/libappgroup1.symbols"), encoding: .utf8)
        let versions = table.matches(of: /(appgroup_\w+)@LIBAPPGROUP_1 (\S+)/)
            .map { (name: String($0.1), version: String($0.2)) }
        #expect(versions.count > 30)
        let ofRelease = Set(versions.filter { released.contains($0.name) }.map(\.version))
        for (name, version) in versions where !released.contains(name) {
            #expect(!ofRelease.contains(version), "\(name) is not in the last release")
        }
    }

    @Test("The library has the version of launcher, and so has the Python package")
    func version() async throws {
        let header = try String(contentsOfFile: BuiltLibrary.header, encoding: .utf8)
        let numbers = header.matches(of: /#define APPGROUP_VERSION_\w+ (\d+)/).map { String($0.1) }
        let version = numbers.joined(separator: ".")
        let launcher = try await Finished.run([BuiltProgram.launcher.path, "--version"])
        #expect(launcher.output == "\(version)\n")
        let project = try String(
            contentsOf: BuiltLibrary.root.appending(path: "python/pyproject.toml"), encoding: .utf8)
        #expect(project.contains("version = \"\(version)\""))
    }
}
