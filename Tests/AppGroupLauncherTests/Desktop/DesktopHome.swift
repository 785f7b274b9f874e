import AppGroup
import Foundation
import TestSupport
import Testing

/// The files of the test's user that integration reads and writes.
enum DesktopHome {
    static var home: String { "\(TestGroup.current.folder)/home" }
    static var entries: String { "\(home)/.local/share/applications" }
    static var defaults: String { "\(home)/.config/mimeapps.list" }
    static var units: String { "\(home)/.config/systemd/user" }

    /// Every file below the home folder with its content; links with their targets.
    static func files() throws -> [String: String] {
        var files: [String: String] = [:]
        for case let path as String in FileManager.default.enumerator(atPath: home) ?? .init() {
            let full = "\(home)/\(path)"
            if let target = try? FileManager.default.destinationOfSymbolicLink(atPath: full) {
                files[path] = "-> \(target)"
            } else if let text = try? String(contentsOfFile: full, encoding: .utf8) {
                files[path] = text
            }
        }
        return files
    }

    static func write(_ path: String, _ text: String) throws {
        let file = URL(filePath: path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
    }

    static func read(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    static func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }

    /// What a user may have put in the place of a file that integration writes.
    enum Stranger: CaseIterable {
        case edited, danglingLink, tooLargeToRead

        func put(at path: String) throws {
            let text = (try? DesktopHome.read(path)) ?? ""
            try DesktopHome.write(path, text + String(repeating: "# mine\n", count: self == .edited ? 1 : 200_000))
            guard self == .danglingLink else { return }
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "/nowhere/mine")
        }
    }

    /// Registers a graphical app, `org.example.<name>`, that adds its arguments to a file.
    @discardableResult
    static func install(_ name: String, _ options: String..., group: String = "org.example.family") async throws
        -> String
    {
        let proof = "\(TestGroup.current.folder)/proof-\(name)"
        let program = try TestGroup.current.makeProgram(
            name, "printf '%s|' \"$@\" >\(proof).new; mv \(proof).new \(proof)")
        let result = try await launcher(
            ["register", "org.example.\(name)", "--group", group, "--name", name] + options + ["--", program])
        #expect(result.ending == .exit(0), "\(result.errors)")
        return proof
    }

    /// The steps of `launcher integrate` as lines of TSV, and its remarks.
    static func integrate(_ options: String..., setting: [String: String?] = [:]) async throws -> (
        steps: [String], remarks: String
    ) {
        let result = try await launcher(["integrate", "--format", "tsv"] + options, setting: setting)
        #expect(result.ending == .exit(0), "\(result.errors)")
        return (steps(in: result), result.errors)
    }

    /// The steps of a run that fails with status 74, although it carried them out.
    static func integrateFailing(_ options: String..., saying word: String) async throws -> [String] {
        let result = try await launcher(["integrate", "--format", "tsv"] + options)
        #expect(result.ending == .exit(74) && result.errors.contains(word), "\(result.errors)")
        return steps(in: result)
    }

    private static func steps(in result: RunningProcess.Result) -> [String] {
        result.lines.map { line in
            line.replacingOccurrences(of: "\(home)/", with: "~/").replacingOccurrences(of: "\t", with: " ")
        }
    }

    /// The default handler of a scheme, as `xdg-mime` and as GLib see it.
    static func handlers(of scheme: String) async throws -> [String] {
        let type = "x-scheme-handler/\(scheme)"
        let environment = TestGroup.current.environment
        let xdg = try await RunningProcess.run(
            "/usr/bin/xdg-mime", ["query", "default", type], environment: environment)
        let script = """
            import sys
            from gi.repository import Gio
            app = Gio.AppInfo.get_default_for_uri_scheme(sys.argv[1])
            print(app.get_id() if app else "")
            """
        let glib = try await RunningProcess.run(
            Python.interpreter.path, ["-c", script, scheme], environment: environment)
        return [xdg, glib].map { $0.output.trimmingCharacters(in: .whitespacesAndNewlines) }
    }
}
