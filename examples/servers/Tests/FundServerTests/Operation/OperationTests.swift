import Foundation
import ServerTestSupport
import Testing

/// What the server does to its users and to those who attack it, seen from outside: real processes, files and sockets.
@Suite("fund-server, seen from outside", .timeLimit(.minutes(20)))
struct OperationTests {
    private static let programs = OperationProgram(server: "fund-server", beside: #filePath)

    @Test func `A request counts once, in its time, as it was signed`() async throws {
        let answers: [String: Found] = try await Self.programs.run("signatures.py")
        let accepted = [
            "signed", "a replay, first", "four minutes old", "four minutes ahead", "not yet expired",
            "with its algorithm",
            "more than needed", "a body", "before a kill", "signed after a kill",
        ]
        var expected = Dictionary(uniqueKeysWithValues: accepted.map { ($0, Found.text("ok")) })
        let refused: [String: [String]] = [
            "replayed": ["a replay", "the same body replayed", "replayed after a kill"],
            "wrongTime": ["an hour old", "six minutes old", "an hour ahead", "expired"],
            "badSignature": [
                "with another algorithm", "for another host", "no structured field", "another key", "the key ID as key",
                "another path", "another query", "another method", "a changed body and digest", "an unknown session",
            ],
            "wrongDigest": ["a changed body"],
            "notSigned": [
                "a short nonce", "a nonce with blanks", "only the method", "without a signature", "another label",
                "a body that is not covered", "a body without a digest",
            ],
            "notLoggedIn": ["a short session", "an ended session"],
        ]
        for (code, names) in refused { for name in names { expected[name] = .text(code) } }
        expected["nothing stored by these"] = .number(0)
        expected["one nonce 16 times at once"] = .object(["ok": .number(1), "replayed": .number(15)])
        #expect(answers == expected)
    }

    @Test func `Two accounts know nothing of each other, sessions end at once, and limits hold`() async throws {
        let answers: [String: Found] = try await Self.programs.run("accounts.py")
        let none = Found.list([.number(404), .text("notFound")])
        let ended = Found.list([.number(401), .text("notLoggedIn")])
        let wrong = Found.list([.number(401), .text("wrongCredentials")])
        let full = Found.list([.number(507), .text("quotaExceeded")])
        #expect(
            answers == [
                "own object": .number(200), "own object, other device": .number(200), "another's object": none,
                "no object": none, "another's changes": .number(0), "another's file": none,
                "another's file, HEAD": .number(404), "naming another's file": .text("stored"),
                "another's file, named": none, "uploading it oneself": .number(201), "file, uploaded": .number(200),
                "the same ID": .text("stored"), "still one's own": .text("mine"),
                "versions": .list([.number(3), .number(2)]),
                "sessions": .list([.list([.text("a test"), .truth(true)]), .list([.text("laptop"), .truth(false)])]),
                "another's session": none, "ending a lost device": .number(204), "the lost device": ended,
                "logging out": .number(204), "logged out": ended, "a wrong current password": wrong,
                "a new password": .number(204), "the other device then": ended, "this device then": .number(200),
                "disabled": .truth(true), "login when disabled": wrong, "the old session when enabled": ended,
                "password by command": .truth(true), "registration": .list([.number(403), .text("forbidden")]),
                "second server on the same data": .number(75),
                "accounts": .list([.list([.text("ada"), .number(3), .number(0)])]), "exit": .number(0),
                "open registration": .list([.number(201), .text("eve"), .number(43)]),
                "the name again": .list([.number(409), .text("taken")]),
                "a bad name": .list([.number(422), .text("invalid")]),
                "objects beyond the limit": .list([.text("stored"), .text("stored"), .text("quotaExceeded")]),
                "bytes beyond the limit": .list([.text("quotaExceeded"), .text("stored")]),
                "room again": .text("stored"), "a file beyond the limit": full, "a file within it": .number(201),
                "that file again": .number(200), "another file": full,
                "a second file meanwhile": full, "a note meanwhile": .text("quotaExceeded"),
                "a small note meanwhile": .text("stored"), "after the cut": .truth(true),
                "kept for later": .truth(true),
                "more than is left beside it": .number(201), "made way": .truth(true),
                "what it takes": .truth(true),
            ])
    }

    @Test func `Files arrive whole or not at all, go out in parts, and end once nothing names them`() async throws {
        var answers: [String: Found] = try await Self.programs.run("files.py")
        // The whole file has 20 MB.
        guard case .number(let grown)? = answers.removeValue(forKey: "grown") else {
            return #expect(Bool(false), "no memory was measured")
        }
        #expect(grown < 16 << 20)
        let wrong = Found.list([.number(401), .text("wrongDigest")])
        #expect(
            answers == [
                "upload": .number(201), "upload again": .number(200), "whole": .truth(true),
                "head": .list([.number(200), .number(20_000_000), .truth(true)]), "part": .truth(true),
                "other version": .number(200), "beyond": .number(416), "known": .number(304),
                "empty": .list([.number(201), .truth(true)]), "other name": wrong,
                "no name": .list([.number(400), .text("malformed")]), "other bytes": wrong,
                "nothing kept": .number(404),
                "arriving": .truth(true), "cut": .number(404), "continued": .number(201),
                "continued, whole": .truth(true),
                "nothing of it yet": .truth(true), "a later part first": Self.said(409, "wrongOffset", 0),
                "first part": Self.said(202, "", 1000), "another account's offset": .truth(true),
                "the same part": Self.said(409, "wrongOffset", 1000),
                "a part too far": Self.said(409, "wrongOffset", 1000),
                "another part than was signed": Self.said(401, "wrongDigest"),
                "part without a range": Self.said(401, "wrongDigest"),
                "another length than the range": Self.said(400, "malformed"), "last part": .number(201),
                "parts, whole": .truth(true), "a wrong beginning": Self.said(401, "wrongDigest"),
                "nothing is left of it": .truth(true), "left by the kill": .truth(true),
                "continued after the kill": .number(201), "continued after the kill, whole": .truth(true),
                "exit": .number(0), "collected": .truth(true),
                "still there": .number(200), "gone": .number(404), "bytes": .truth(true), "drafts": .number(0),
                "an unfinished upload": .truth(true), "an unfinished upload after a week": .truth(true),
            ])
    }

    /// An answer to an upload: its status, the word of an error, and its offset, or -1.
    private static func said(_ status: Int, _ code: String, _ offset: Int = -1) -> Found {
        .list([.number(status), .text(code), .number(offset)])
    }

    @Test func `Hostile and broken input gets an answer that says what is wrong, and stores nothing`() async throws {
        var answers: [String: Found] = try await Self.programs.run("hostile.py")
        let special: [String: Found] = [
            "1,001 changes": .list([.number(413), .text("tooLarge")]),
            "9 MB": .list([.number(413), .text("tooLarge")]),
            "large login": .list([.number(413), .text("tooLarge")]),
            "kind in a path": .list([.number(404), .text("notFound")]),
            "ID in a path": .list([.number(404), .text("notFound")]), "path": .list([.number(404), .text("notFound")]),
            "method": .list([.number(405), .text("methodNotAllowed")]),
            "metrics through a proxy": .list([.number(403), .text("forbidden")]),
            "odd contents": .list(Array(repeating: .text("stored"), count: 5)), "as they were sent": .truth(true),
            "other letters that look the same": .text("conflict"), "sentences": .truth(true), "in the log": .list([]),
            "errors in the log": .number(0),
        ]
        for (name, expected) in special { #expect(answers.removeValue(forKey: name) == expected, "\(name)") }
        let malformed = answers.filter { $0.value == .list([.number(400), .text("malformed")]) }.keys
        let invalid = answers.filter { $0.value == .text("invalid") }.keys
        #expect(malformed.count == 28 && invalid.count == 17)
        #expect(Set(answers.keys).subtracting(malformed).subtracting(invalid) == [])
    }

    @Test func `On a full disk, changes and files get status 507, and a read-only disk is named`() async throws {
        // Root needs no user namespace, and in a changed root it could not have one.
        let alone = geteuid() == 0 ? ["--mount"] : ["--user", "--map-root-user", "--mount"]
        let answers: [String: Found] = try await Self.programs.run(
            "full_disk.py", launcher: ["/usr/bin/unshare"] + alone)
        let full = Found.list([.number(507), .text("noSpace")])
        #expect(
            answers == [
                "upload": .number(201), "upload on the full disk": full,
                "its error in the log": .truth(true), "change on the full disk": full,
                "reading on the full disk": .number(200), "ready on the full disk": .number(503),
                "ready again": .number(200), "change again": .text("stored"), "upload again": .number(201),
                "all there, once": .truth(true), "exit": .number(0), "integrity": .text("ok"), "drafts": .number(0),
                "read-only": .list([.number(77), .truth(true)]), "read-only, adding an account": .number(77),
            ])
    }

    private struct Crashes: Decodable {
        let notes: Int
        let files: Int
        let faults: [String]
    }

    @Test(arguments: 1...2)
    func `A fund server killed at 25 random moments keeps every acknowledged change and file, once`(_ seed: Int)
        async throws
    {
        let outcome: Crashes = try await Self.programs.run("crashes.py", "25", "\(seed)")
        #expect(outcome.faults.isEmpty, "seed \(seed)")
        #expect(outcome.notes >= 3 && outcome.files >= 3)
    }
}
