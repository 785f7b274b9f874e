import Accounts
import AppGroup
import Foundation
import Logging
import Serving
import ServerTestSupport
import TestSupport
import Testing

@testable import FundServer

@Suite("Nonces that are taken once")
struct NonceLogTests {
    private static let silence = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    private static let start: Int64 = 1_780_000_200

    private static func log(_ folder: TemporaryFolder, at seconds: Int64) throws -> NonceLog {
        try NonceLog(folder: folder.path, at: Timestamp(seconds: seconds), logger: silence)
    }

    private static func takes(
        _ log: NonceLog, _ nonce: String, of session: String = "session", from account: Int64 = 1, at seconds: Int64
    ) -> String {
        do {
            try log.take(nonce, of: session, from: AccountID(rawValue: account), at: Timestamp(seconds: seconds))
            return "taken"
        } catch {
            return (error as? ServiceError)?.code.name ?? "\(error)"
        }
    }

    @Test func `A nonce is known for as long as a signature with it could be valid, even after a restart`() throws {
        let folder = try TemporaryFolder()
        do {
            let log = try Self.log(folder, at: Self.start)
            #expect(Self.takes(log, "one", at: Self.start) == "taken")
            #expect(Self.takes(log, "one", at: Self.start) == "replayed")
            #expect(Self.takes(log, "one", at: Self.start + 2 * NonceLog.window) == "replayed")
            // The clock goes back.
            #expect(Self.takes(log, "two", at: Self.start - 1000) == "taken")
            #expect(Self.takes(log, "two", at: Self.start) == "replayed")
        }
        let log = try Self.log(folder, at: Self.start + 700)
        #expect(Self.takes(log, "one", at: Self.start + 700) == "replayed")
        #expect(Self.takes(log, "two", at: Self.start + 700) == "replayed")
        #expect(Self.takes(log, "three", at: Self.start + 700) == "taken")
    }

    @Test func `A nonce is taken once even if the clock was set back by several slots before a restart`() throws {
        let folder = try TemporaryFolder()
        let back = Self.start - 1000
        do {
            let log = try Self.log(folder, at: Self.start)
            #expect(Self.takes(log, "one", at: Self.start) == "taken")
            #expect(Self.takes(log, "two", at: back) == "taken")
        }
        do {
            let log = try Self.log(folder, at: back)
            #expect(Self.takes(log, "two", at: back) == "replayed")
            #expect(Self.takes(log, "three", at: back) == "taken")
        }
        let log = try Self.log(folder, at: back)
        #expect(Self.takes(log, "three", at: back) == "replayed")
        #expect(Self.takes(log, "three", at: back + 500) == "replayed")
        #expect(Self.takes(log, "one", at: Self.start) == "replayed")
        #expect(Self.takes(log, "two", at: Self.start) == "replayed")
    }

    @Test func `A nonce is taken once even if the clock jumps ahead and comes back`() throws {
        let folder = try TemporaryFolder()
        do {
            let log = try Self.log(folder, at: Self.start)
            #expect(Self.takes(log, "one", at: Self.start) == "taken")
            #expect(Self.takes(log, "two", at: Self.start + 3600) == "taken")
            #expect(Self.takes(log, "one", at: Self.start + 5) == "replayed")
        }
        let log = try Self.log(folder, at: Self.start + 6)
        #expect(Self.takes(log, "one", at: Self.start + 6) == "replayed")
    }

    @Test func `A server that starts while the clock is ahead starts a new count in each slot once the clock is right`()
        throws
    {
        let folder = try TemporaryFolder()
        let ahead = Self.start + 365 * 86_400
        do {
            let log = try NonceLog(
                folder: folder.path, mostOfAccount: 2, at: Timestamp(seconds: ahead), logger: Self.silence)
            #expect(Self.takes(log, "ahead", at: ahead) == "taken")
            for slot in 0..<5 {
                let now = Self.start + Int64(slot) * 600
                #expect(Self.takes(log, "\(slot)", at: now) == "taken")
                #expect(Self.takes(log, "\(slot)", at: now + 300) == "replayed")
                #expect(Self.takes(log, "\(slot) again", at: now + 599) == "taken")
                #expect(Self.takes(log, "\(slot) too often", at: now + 599) == "tooManyAttempts")
                #expect(Self.takes(log, "\(slot) again", at: now + 600) == "replayed")
            }
        }
        // Two slots before that of the clock, which has no nonce yet, the one ahead, and the lock.
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/nonces").count == 4)
        let log = try Self.log(folder, at: Self.start + 2500)
        #expect(Self.takes(log, "4 again", at: Self.start + 2500) == "replayed")
        #expect(Self.takes(log, "ahead", at: ahead) == "replayed")
    }

    @Test func `A request that is late at the end of a slot does not begin the earlier one again`() throws {
        let folder = try TemporaryFolder()
        let log = try NonceLog(
            folder: folder.path, mostOfAccount: 1, at: Timestamp(seconds: Self.start), logger: Self.silence)
        #expect(Self.takes(log, "one", at: Self.start) == "taken")
        #expect(Self.takes(log, "two", at: Self.start - 1) == "tooManyAttempts")
    }

    @Test func `All sessions of an account share its limit, which leaves room for other accounts`() throws {
        let folder = try TemporaryFolder()
        let log = try NonceLog(
            folder: folder.path, mostOfAccount: 3, at: Timestamp(seconds: Self.start), logger: Self.silence)
        for session in ["a", "b", "c"] {
            #expect(Self.takes(log, "one", of: session, at: Self.start) == "taken")
        }
        #expect {
            try log.take("one", of: "d", from: AccountID(rawValue: 1), at: Timestamp(seconds: Self.start))
        } throws: {
            let error = $0 as? ServiceError
            return error?.code == .tooManyAttempts
                && error?.description == "This account has sent 3 requests in 10 minutes; wait."
        }
        #expect(Self.takes(log, "one", of: "e", from: 2, at: Self.start) == "taken")
        #expect(Self.takes(log, "two", of: "a", at: Self.start + 600) == "taken")
    }

    @Test func `Old nonces are forgotten, and so are their files`() throws {
        let folder = try TemporaryFolder()
        let log = try Self.log(folder, at: Self.start)
        for slot in 0..<10 {
            #expect(Self.takes(log, "\(slot)", at: Self.start + Int64(slot) * 1300) == "taken")
        }
        #expect(Self.takes(log, "0", at: Self.start + 9 * 1300) == "taken")
        // Three slots, and the lock.
        #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder.path)/nonces").count == 4)
    }

    @Test func `An entry that was cut off by a kill is passed over, and the next one is read`() throws {
        let folder = try TemporaryFolder()
        do {
            let log = try Self.log(folder, at: Self.start)
            #expect(Self.takes(log, "one", at: Self.start) == "taken")
        }
        let path = "\(folder.path)/nonces/\(Self.start / 600)"
        let file = try #require(FileHandle(forUpdatingAtPath: path))
        try file.seekToEnd()
        try file.write(contentsOf: [1, 2, 3])
        try file.close()
        do {
            let log = try Self.log(folder, at: Self.start)
            #expect(Self.takes(log, "two", at: Self.start) == "taken")
        }
        let log = try Self.log(folder, at: Self.start)
        #expect(
            Self.takes(log, "one", at: Self.start) == "replayed" && Self.takes(log, "two", at: Self.start) == "replayed"
        )
    }

    @Test func `If the file of nonces can't be opened, it is tried again, and the log says so once`() throws {
        let (folder, lines) = (try TemporaryFolder(), Guarded([String]()))
        let obstacle = "\(folder.path)/nonces/\(Self.start / 600)"
        try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: true)
        do {
            let logger = Logger(into: lines)
            let log = try NonceLog(folder: folder.path, at: Timestamp(seconds: Self.start), logger: logger)
            for nonce in ["one", "two"] { #expect(Self.takes(log, nonce, at: Self.start) == "taken") }
            try FileManager.default.removeItem(atPath: obstacle)
            for nonce in ["three", "four"] { #expect(Self.takes(log, nonce, at: Self.start) == "taken") }
            #expect(Self.takes(log, "one", at: Self.start) == "replayed")
        }
        #expect(
            lines.value.map { $0.contains("Nonces can't be written") } == [true, false], "\(lines.value)")
        let log = try Self.log(folder, at: Self.start)
        #expect(Self.takes(log, "three", at: Self.start) == "replayed")
    }

    @Test func `Only one server has the nonces of a folder`() throws {
        let folder = try TemporaryFolder()
        let log = try Self.log(folder, at: Self.start)
        #expect { try Self.log(folder, at: Self.start) } throws: { ($0 as? ServiceError)?.code == .busy }
        withExtendedLifetime(log) {}
    }

    @Test func `A secret that was cut is refused, and a new one ends the keys of before`() throws {
        let folder = try TemporaryFolder()
        let key = try SessionKeys(folder: folder.path).key(of: "token")
        #expect(key.count == 32)
        #expect(try SessionKeys(folder: folder.path).key(of: "token") == key)
        #expect(try SessionKeys(folder: folder.path).key(of: "other") != key)
        let path = "\(folder.path)/\(SessionKeys.fileName)"
        let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
        try Data([1]).write(to: URL(filePath: path))
        #expect { try SessionKeys(folder: folder.path) } throws: { ($0 as? ServiceError)?.code == .configuration }
        try FileManager.default.removeItem(atPath: path)
        #expect(try SessionKeys(folder: folder.path).key(of: "token") != key)
    }
}
