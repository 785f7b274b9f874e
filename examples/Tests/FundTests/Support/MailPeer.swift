import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

/// A mail server in its own process, which ends with the last reference to it: Dovecot, or one whose faults a test chooses.
final class MailPeer: Sendable {
    private let files: TemporaryFolder
    var folder: URL { files.url }
    /// The port of POP3 over TLS, and that of POP3 with STLS.
    let tls: Int
    let stls: Int
    /// The certificate of the authority that signed the server's.
    let authority: String
    private let server: PythonServer

    private struct Greeting: Decodable {
        let tls: Int?
        let stls: Int?
        let port: Int?
        let authority: String
    }

    /// Starts Dovecot.
    convenience init() async throws { try await self.init("dovecot.py", []) }

    /// Starts a server of our own with a fault.
    convenience init(behavior: String, messages: [String]) async throws {
        try await self.init("pop_server.py", behavior.isEmpty ? [] : [behavior], messages: messages)
    }

    private init(_ script: String, _ arguments: [String], messages: [String] = []) async throws {
        files = try TemporaryFolder("mail")
        for (number, message) in messages.enumerated() { try files.write("\(number + 1).eml", message.utf8) }
        server = try await PythonServer(Python.path(of: script), [files.path] + arguments, keeping: files)
        let greeting = try JSONDecoder().decode(Greeting.self, from: Data(server.greeting.utf8))
        (tls, stls, authority) = (greeting.tls ?? greeting.port ?? 0, greeting.stls ?? 0, greeting.authority)
    }

    /// Ends the server, and with it every connection.
    func stop() { server.process.send(SIGKILL) }

    /// Chooses the fault of a server of our own for the next sessions; an empty text ends it.
    func behave(_ behavior: String) throws {
        try Data(behavior.utf8).write(to: folder.appending(path: "behavior"), options: .atomic)
    }

    /// The names of the messages that a server of our own has.
    var left: [String] {
        get throws {
            try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".eml") }.sorted()
        }
    }

    /// The commands that a server of our own has got.
    var commands: [String] { server.lines }

    /// What Dovecot has logged.
    var log: String { (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? "" }

    /// Delivers a message to Dovecot's mailbox.
    func deliver(_ message: String, as name: String = UUID().uuidString) throws {
        try deliver(Data(message.utf8), as: name)
    }

    func deliver(_ message: Data, as name: String) throws {
        let draft = folder.appending(path: "Maildir/tmp/\(name)")
        try message.write(to: draft)
        // The mailbox may belong to another user.
        try FileManager.default.setAttributes([.posixPermissions: 0o666], ofItemAtPath: draft.path)
        // As soon as it is in new, the server may move it on.
        try FileManager.default.moveItem(at: draft, to: folder.appending(path: "Maildir/new/\(name)"))
    }

    /// The names of the messages in Dovecot's mailbox.
    var messages: [String] {
        get throws {
            try ["new", "cur"].flatMap {
                try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "Maildir/\($0)").path)
            }
        }
    }

    /// A user whose account is at this server, encrypted from the first byte.
    func investor(_ options: String..., funds: [String] = ["Equity 500"]) async throws -> Investor {
        let anna = try Investor(["SSL_CERT_FILE": authority])
        for fund in funds { try await anna.succeed("new", fund) }
        let arguments =
            ["mail", "account", "add", "anna@example.org", "--server", "localhost:\(tls)", "--password-command"]
            + ["echo secret", "--authserv-id", "mx.example.org"] + options
        let result = try await anna.start(arguments).result()
        try #require(result.ending == .exit(0), "\(result.errors)")
        return anna
    }

    /// A message from ben@example.com for whom the user's own server vouches.
    static func message(
        _ subject: String, from: String = "Ben <ben@example.com>", id: String = UUID().uuidString,
        results: String? = "mx.example.org; dmarc=pass header.from=example.com", more: String = "",
        body: String = "Content-Type: text/plain\n\nText\n"
    ) -> String {
        (results.map { "Authentication-Results: \($0)\n" } ?? "")
            + "\(more)From: \(from)\nSubject: \(subject)\nDate: Tue, 03 Nov 2026 08:00:00 +0000\n"
            + "Message-ID: <\(id)@example.com>\nMIME-Version: 1.0\n\(body)"
    }
}
