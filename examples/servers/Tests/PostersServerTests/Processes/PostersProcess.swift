import Foundation
import ServerTestSupport
import TestSupport
import Testing

@testable import PostersServer

/// The built `posters-server`, serving the data of one test at a free port of this machine.
final class PostersProcess: Sendable {
    let folder: TemporaryFolder
    private let server: ServedProgram

    /// The program beside the tests.
    static let program = BuiltProgram.folder.appending(path: "posters-server").path

    /// Starts the server and waits until it listens.
    ///
    /// - Parameters:
    ///   - options: Further options of `serve`.
    ///   - launcher: A program that runs the server, such as `prlimit` with its options.
    init(in folder: TemporaryFolder, _ options: [String] = [], launcher: [String] = []) async throws {
        self.folder = folder
        server = try await ServedProgram(
            launcher + [Self.program, "serve", "--data", "\(folder.path)/data", "--listen", "127.0.0.1:0"] + options,
            keeping: folder)
    }

    var url: String { server.url }
    var identifier: Int32 { server.identifier }
    var log: String { server.log }

    /// Sends a signal and waits until the server has ended: see ``ServedProgram/end(_:)``.
    @discardableResult
    func end(_ signal: Int32) -> Int32 { server.end(signal) }

    /// Runs another command on the data of a test.
    static func command(_ arguments: String..., in folder: TemporaryFolder, given input: String? = nil) async throws
        -> Finished
    {
        let words = [program] + arguments + ["--data", "\(folder.path)/data"]
        guard let input else { return try await Finished.run(words, environment: .plain) }
        return try Finished.run(words, environment: .plain, given: input)
    }

    /// Sends a request with curl.
    ///
    /// - Returns: The status and the body.
    func curl(_ path: String, _ options: [String] = []) async throws -> (status: Int, body: String) {
        try await server.curl(path, options)
    }

    /// Logs in and returns the header to send.
    func logIn(_ mail: String) async throws -> [String] {
        let answer = try await curl("/v1/login", ["-d", #"{"mail": "\#(mail)", "password": "long enough"}"#])
        let json = try JSONSerialization.jsonObject(with: Data(answer.body.utf8)) as? [String: Any]
        return ["-H", "Authorization: Bearer \(try #require(json?["token"] as? String, "\(answer)"))"]
    }
}
