import Foundation
import ServerTestSupport
import Testing

/// What the server does to those who run it and to those who attack it, seen from outside: real processes, files and sockets.
@Suite(.timeLimit(.minutes(20)))
struct OperationTests {
    private static let programs = OperationProgram(server: "posters-server", beside: #filePath)

    private struct Crashes: Decodable {
        let reports: Int
        let photos: Int
        let faults: [String]
    }

    @Test(arguments: 1...2)
    func `A posters server killed at 25 random moments keeps every acknowledged report and photo, once`(
        _ seed: Int
    ) async throws {
        let outcome: Crashes = try await Self.programs.run("crashes.py", "25", "\(seed)")
        #expect(outcome.faults.isEmpty, "seed \(seed)")
        #expect(outcome.reports >= 5 && outcome.photos >= outcome.reports)
    }

    private struct Crowd: Decodable {
        let answers: [String: Int]
        /// Connections that were served, and closed when they had been idle for long.
        let closed: Int
        let unanswered: Int
        let words: [String]
        let grown: Int
        let servesAgain: Bool
    }

    /// At least 17 have to arrive a second: those that are served are closed after a minute without a request.
    @Test func `Of 2,500 connections at once, those beyond the limit of 1,000 are told to come back later`()
        async throws
    {
        let outcome: Crowd = try await Self.programs.run("crowd.py", "2500", "1000")
        #expect(Set(outcome.answers.keys) == ["200", "503"])
        #expect(outcome.answers.values.reduce(0, +) == 2_500 && outcome.unanswered == 0)
        #expect(outcome.answers["200", default: 0] >= 1_000)
        #expect(outcome.answers["503", default: 0] + outcome.closed >= 1_500)
        #expect(outcome.words == ["Retry-After", "overloaded"])
        // A connection that does nothing takes some 32 KiB.
        #expect(outcome.grown < 100 << 20)
        #expect(outcome.servesAgain)
    }

    @Test func `On a full disk, photos and reports get status 507, nothing half stays, and the server recovers`()
        async throws
    {
        // Root needs no user namespace, and in a changed root it could not have one.
        let alone = geteuid() == 0 ? ["--mount"] : ["--user", "--map-root-user", "--mount"]
        let answers: [String: Found] = try await Self.programs.run(
            "full_disk.py", launcher: ["/usr/bin/unshare"] + alone)
        #expect(
            answers == [
                "upload": .number(201),
                "large upload on the full disk": .list([.number(507), .text("noSpace")]),
                "report on the full disk": .list([.number(507), .text("noSpace")]),
                "photo on the full disk": .number(200),
                "ready on the full disk": .number(503),
                "ready again": .number(200),
                "report again": .number(201),
                "large upload again": .number(201),
                "large photo": .truth(true),
                "reports added": .number(1),
                "exit": .number(0),
                "integrity": .text("ok"),
                "files": .list([]),
            ])
    }

    private struct Privacy: Decodable {
        let answers: Int
        let lines: Int
        let faults: [String]
    }

    @Test func `No name, mail address or phone number gets into the log or an answer without a login`()
        async throws
    {
        let outcome: Privacy = try await Self.programs.run("privacy.py")
        #expect(outcome.faults.isEmpty)
        #expect(outcome.answers >= 40 && outcome.lines >= 40)
    }

    @Test func `Forged tokens, tokens of another server and ended logins get status 401`()
        async throws
    {
        let statuses: [String: Int] = try await Self.programs.run("tokens.py")
        #expect(
            statuses == [
                "own": 200, "none": 401, "HS256 without a key": 401, "HS256 with the token as key": 401,
                "of another server": 401, "shortened": 401, "changed": 401, "empty": 401, "of an inspector": 403,
                "of an inspector, deciding": 403, "logged out": 401, "before blocking": 200, "blocked": 401,
            ])
    }

    private struct Uploads: Decodable {
        let atOnce: [Int]
        let grown: Int
        let same: [Int]
        let isWhole: Bool
        let afterCuts: Int
        let again: Int
        let isWholeAgain: Bool
        let exit: Int
        let left: [String]
        let photos: Int

        enum CodingKeys: String, CodingKey {
            case atOnce = "at once"
            case grown, same
            case isWhole = "whole"
            case afterCuts = "after cuts"
            case again
            case isWholeAgain = "again, whole"
            case exit, left, photos
        }
    }

    @Test
    func
        `Eight photos of 20 MB at once take 16 MB of memory at most; equal ones are kept once, and cut ones sent again`()
        async throws
    {
        let outcome: Uploads = try await Self.programs.run("uploads.py")
        #expect(outcome.atOnce == Array(repeating: 201, count: 8))
        #expect(outcome.grown <= 16_000_000)
        // They are new to each of the two senders once.
        #expect(outcome.same == Array(repeating: 200, count: 6) + [201, 201])
        #expect(outcome.isWhole)
        #expect(outcome.afterCuts == 404 && outcome.again == 201 && outcome.isWholeAgain)
        #expect(outcome.exit == 0 && outcome.left.isEmpty && outcome.photos == 11)
    }

    private struct Slow: Decodable {
        let answers: [String: String]
        let grown: Int
        let left: [String]
    }

    @Test func `A client that sends too slowly or too much is refused, and costs next to nothing`() async throws {
        let outcome: Slow = try await Self.programs.run("slow.py")
        #expect(
            outcome.answers == [
                "/v1/login": "408", "/v1/register": "408", "/v1/reports": "408", "slow photo": "cut",
                "slow small photo": "cut", "slow form": "cut", "photo after that": "201", "photo of nobody": "401",
                "large /v1/login": "413", "large /v1/register": "413", "large /v1/reports": "413",
                "announced terabyte": "413",
                "wrong hash": "hashMismatch", "still serves": "200",
            ])
        #expect(outcome.grown < 16 << 20)
        #expect(outcome.left.isEmpty)
    }
}
