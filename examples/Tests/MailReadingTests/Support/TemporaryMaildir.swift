import Foundation
import MailReading

/// A temporary Maildir, which is deleted with the last reference to it.
final class TemporaryMaildir: Sendable {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appending(path: "inbox-tests-\(UUID().uuidString)/Mail")
        for folder in ["cur", "new", "tmp"] {
            try FileManager.default.createDirectory(
                at: url.appending(path: folder), withIntermediateDirectories: true)
        }
    }

    deinit {
        try? FileManager.default.removeItem(at: home)
    }

    /// The folder that contains the Maildir, for other files of a test.
    var home: URL { url.deletingLastPathComponent() }

    /// The environment of an inbox with its own mail, settings and group.
    var environment: [String: String] {
        ["XDG_CONFIG_HOME": home.path, "APP_GROUP_HOME": home.appending(path: "groups").path]
    }

    var maildir: Maildir {
        get throws { try Maildir(at: url.path) }
    }

    /// The names in `new/` and `cur/`, with their folders, sorted.
    var names: [String] {
        get throws {
            try ["cur", "new"].flatMap { folder in
                try FileManager.default.contentsOfDirectory(atPath: url.appending(path: folder).path).sorted()
                    .map { "\(folder)/\($0)" }
            }
        }
    }

    func deliver(_ message: some DataProtocol, as name: String) throws {
        try Data(message).write(to: url.appending(path: name))
    }

    func deliver(from sender: String = "Ada <ada@example.org>", _ subject: String, as name: String) throws {
        try deliver(Data("From: \(sender)\nSubject: \(subject)\n\nText of \(subject)\n".utf8), as: name)
    }

    func contents(of name: String) throws -> String {
        String(decoding: try Data(contentsOf: url.appending(path: name)), as: UTF8.self)
    }
}
