import Foundation
import MailReading
import TestSupport

/// A temporary Maildir, which is deleted with the last reference to it.
final class TemporaryMaildir: Sendable {
    private let folder: TemporaryFolder
    let url: URL

    init() throws {
        folder = try TemporaryFolder("inbox")
        url = folder.url.appending(path: "Mail")
        for folder in ["cur", "new", "tmp"] {
            try FileManager.default.createDirectory(
                at: url.appending(path: folder), withIntermediateDirectories: true)
        }
    }

    /// The folder that contains the Maildir, for other files of a test.
    var home: URL { folder.url }

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
