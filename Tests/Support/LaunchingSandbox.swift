package import AppGroup
import Foundation
package import Testing

/// A folder with a home, XDG folders and a `bin` of its own; it goes away with the value.
package final class LaunchingSandbox: Sendable {
    private let folder: TemporaryFolder
    package var root: String { folder.path }
    package var bin: String { "\(root)/bin" }
    package var container: String { "\(root)/container" }

    package init() throws {
        folder = try TemporaryFolder("launching")
        for folder in ["bin", "home", "config", "etc", "data/applications", "share/applications", "container", "run"] {
            try FileManager.default.createDirectory(atPath: "\(root)/\(folder)", withIntermediateDirectories: true)
        }
    }

    /// Only this sandbox's folders and programs; the system's own lie behind them in `PATH` where asked for.
    package func environment(system: Bool = false, _ more: [String: String] = [:]) -> ProcessEnvironment {
        let variables = [
            "HOME": "\(root)/home", "PATH": system ? "\(bin):/usr/bin:/bin" : bin, "LC_ALL": "C.UTF-8",
            "XDG_CONFIG_HOME": "\(root)/config", "XDG_CONFIG_DIRS": "\(root)/etc", "XDG_RUNTIME_DIR": "\(root)/run",
            "XDG_DATA_HOME": "\(root)/data", "XDG_DATA_DIRS": "\(root)/share",
        ]
        return ProcessEnvironment(variables.merging(more) { $1 })
    }

    @discardableResult
    package func write(_ path: String, _ text: String, permissions: Int = 0o644) throws -> String {
        let file = URL(filePath: path.hasPrefix("/") ? path : "\(root)/\(path)")
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        try FileManager.default.setAttributes([.posixPermissions: permissions], ofItemAtPath: file.path)
        return file.path
    }

    /// An executable file in `bin`.
    @discardableResult
    package func program(_ name: String, _ text: String = "#!/bin/sh\n") throws -> String {
        let path = "\(bin)/\(name)"
        try ProgramFile.write(text, to: path)
        return path
    }

    /// A program that writes its arguments, each ended by a zero byte, into `$OUT` at once.
    package func argumentDumper(_ name: String = "dump") throws -> String {
        try program(name, "#!/bin/sh\nprintf '%s\\0' \"$@\" > \"$OUT.new\" && mv \"$OUT.new\" \"$OUT\"\n")
    }

    @discardableResult
    package func entry(_ id: String, in folder: String = "data", _ lines: String...) throws -> String {
        try write(
            "\(folder)/applications/\(id)",
            "[Desktop Entry]\nType=Application\nName=Test\n" + lines.joined(separator: "\n") + "\n")
    }
}

extension LaunchingSandbox {
    /// What a tool of the system answered.
    package struct ToolAnswer {
        package let status: Int32
        package let output: String
    }

    /// Runs a tool of the system as an oracle.
    package static func runTool(
        _ path: String, _ arguments: [String], environment: ProcessEnvironment = .current, input: String = ""
    ) throws -> ToolAnswer {
        let finished = try Finished.run([path] + arguments, environment: environment.variables, given: input)
        return ToolAnswer(status: finished.status, output: finished.output + finished.errors)
    }

    /// What the argument dumper wrote, once it is there.
    package static func dumpedArguments(_ path: String) -> [String]? {
        guard blockUntil({ FileManager.default.fileExists(atPath: path) }),
            let text = try? String(contentsOfFile: path, encoding: .utf8)
        else { return nil }
        return text.split(separator: "\0", omittingEmptySubsequences: false).dropLast().map(String.init)
    }

    /// What follows `name=` on a line of its own in the output of an exit test.
    package static func value(_ name: String, in result: ExitTest.Result?) -> String? {
        let lines = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self).split(separator: "\n")
        return lines.last { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.utf8.count + 1)) }
    }
}
