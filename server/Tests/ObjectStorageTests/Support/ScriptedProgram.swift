import Foundation
import ServerTestSupport
import TestSupport

/// A server in Python that answers as a script says, in a folder of its own.
final class ScriptedProgram: Sendable {
    let folder: TemporaryFolder
    let port: String
    private let server: PythonServer

    /// - Parameter name: The program beside this file.
    init(_ name: String, script: some Encodable) async throws {
        let folder = try TemporaryFolder()
        self.folder = folder
        try Self.write(script, to: folder)
        let program = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name).path
        server = try await PythonServer(program, [folder.path], keeping: folder)
        port = server.greeting
    }

    /// Another script for the requests from now on.
    func set(_ script: some Encodable) throws { try Self.write(script, to: folder) }

    private static func write(_ script: some Encodable, to folder: TemporaryFolder) throws {
        try JSONEncoder().encode(script).write(to: URL(filePath: "\(folder.path)/script"), options: .atomic)
    }

    /// The requests so far, one line each.
    var requests: [Substring] {
        ((try? String(contentsOfFile: "\(folder.path)/requests", encoding: .utf8)) ?? "").split(separator: "\n")
    }
}
