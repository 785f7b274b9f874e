import AppGroup
import Foundation
import TestSupport
import Testing

/// A group to choose from, and a record of what was opened.
enum MenuHome {
    private static var proof: String { "\(TestGroup.current.folder)/opened" }

    /// Two apps with badges and one without; Inbox has actions.
    static func make() async throws {
        try await install(
            "inbox", "--name", "Inbox", "--icon", "mail-unread", "--badge", "4", "--scheme", "inbox", "--action",
            "newest=inbox:newest", "--action-name", "newest=Newest message", "--action", "write=inbox:write",
            "--action-icon", "write=mail-message-new")
        try await install("rooms", "--name", "Meeting Rooms", "--icon", "x-office-calendar", "--badge", "1")
        try await install("notes", "--name", "Notes", "--icon", "accessories-text-editor")
    }

    /// Registers a graphical app that records what it is opened with.
    static func install(_ name: String, _ options: String...) async throws {
        let program = try TestGroup.current.makeProgram(
            name, "echo \"\(name) $*\" >\(proof).\(name); mv \(proof).\(name) \(proof)")
        let result = try await launcher(["register", "org.example.\(name)"] + options + ["--", program])
        #expect(result.ending == .exit(0), "\(result.errors)")
    }

    /// The record of what was opened, once it exists.
    static func opened() async -> String? {
        _ = await comesTrue { FileManager.default.fileExists(atPath: proof) }
        return try? record()
    }

    /// The name of the last opened app, and its URL.
    static func record() throws -> String {
        try String(contentsOfFile: proof, encoding: .utf8).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    static var hasOpened: Bool { FileManager.default.fileExists(atPath: proof) }

    /// A menu program that saves its arguments and input, and gives the given answer.
    static func standIn(_ name: String, _ answer: String) throws {
        let folder = TestGroup.current.folder
        try TestGroup.current.makeProgram(
            name, "printf '%s\\n' \"$@\" >\(folder)/arguments\ncat >\(folder)/input\n\(answer)")
    }

    static func input() throws -> String {
        try String(contentsOfFile: "\(TestGroup.current.folder)/input", encoding: .utf8)
    }

    static func arguments() throws -> [String] {
        try String(contentsOfFile: "\(TestGroup.current.folder)/arguments", encoding: .utf8)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }
}
