import Accounts
import AppGroup
import Foundation
import GRDB
import Serving
import ServerTestSupport
import SessionTables
import TestSupport
import Testing

@testable import FundServer

@Suite("The store of objects")
struct StoreTests {
    /// A store in a folder of its own, with one account.
    private final class OneAccount: Sendable {
        let folder: TemporaryFolder
        let store: FundStore
        let user: AccountID

        init() async throws {
            folder = try TemporaryFolder()
            store = try FundStore(folder: folder.path)
            let name = try UserName("ada")
            try await store.addUser(name, password: try Self.hash(), .addUser, by: .command())
            user = try #require(try await store.user(name)).id
        }

        static func hash() throws -> PasswordHash {
            let cost = ScryptCost(logarithm: 1, blockSize: 8, parallelism: 1)!
            return try PasswordHash(of: Password(typed: "long enough"), cost: cost)
        }

        /// A new folder for a copy.
        func copyFolder() throws -> String {
            let path = "\(folder.path)/copy"
            try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
            return path
        }

        func apply(_ changes: [SyncChange], _ limits: AccountLimits = AccountLimits()) async throws -> [SyncOutcome] {
            try await Syncing(store: store, limits: limits).apply(changes, of: user).outcomes
        }
    }

    private static func id(_ number: Int) -> ObjectID { ObjectID(feed: "\(number)") }

    private static func fund(_ number: Int, _ name: String?, base: Int64 = 0) -> SyncChange {
        SyncChange(kind: .fund, id: id(number), base: base, content: name.map { .fund(.init(name: $0)) })
    }

    @Test func `Random changes leave the sums, the versions and the pages that a list in memory has`() async throws {
        let account = try await OneAccount()
        var random = RandomSource(seed: 5)
        var model: [ObjectID: (version: Int64, name: String?)] = [:]
        var counter: Int64 = 0
        for _ in 0..<40 {
            let changes = (0..<random.below(20)).map { _ in
                let number = random.below(12)
                let known = model[Self.id(number)]?.version ?? 0
                return Self.fund(
                    number, random.isOnce(in: 3) ? nil : "name \(random.below(5))",
                    base: random.isOnce(in: 3) ? Int64(random.below(40)) : known)
            }
            let outcomes = try await account.apply(changes)
            for (change, outcome) in zip(changes, outcomes) {
                guard case .stored(let version) = outcome, version > counter else { continue }
                counter += 1
                #expect(version == counter)
                if case .fund(let fund) = change.content {
                    model[change.id] = (version, fund.name)
                } else {
                    model[change.id] = (version, nil)
                }
            }
            let usage = try await account.store.usage(of: account.user)
            #expect(usage.objects == model.values.count { $0.name != nil })
            var (after, found): (Int64, [SyncObject]) = (0, [])
            while true {
                let page = try await account.store.objects(of: account.user, after: after, limit: 3)
                found += page.objects
                after = page.last
                if page.isLast { break }
            }
            #expect(found.map(\.version) == model.values.map(\.version).sorted())
            #expect(usage.bytes == Int64(found.reduce(0) { $0 + ($1.content?.count ?? 0) }))
        }
        #expect(try await account.store.objects(of: account.user, after: counter + 5, limit: 10).last == counter)
    }

    @Test func `A copy has the same objects, and begins another history each time it is restored`() async throws {
        let account = try await OneAccount()
        _ = try await account.apply([Self.fund(1, "Equity 500")])
        let before = try await account.store.objects(of: account.user, after: 0, limit: 10)
        let folder = try account.copyFolder()
        try account.store.backUp(to: "\(folder)/\(FundStore.fileName)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [FundStore.fileName])
        var histories = [before.history]
        for place in ["first", "second"] {
            let restored = "\(folder)/\(place)"
            try FileManager.default.createDirectory(atPath: restored, withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                atPath: "\(folder)/\(FundStore.fileName)", toPath: "\(restored)/\(FundStore.fileName)")
            let copy = try FundStore(folder: restored)
            try await copy.renewIfCopy()
            let after = try await copy.objects(of: account.user, after: 0, limit: 10)
            #expect(after.objects == before.objects && after.history.utf8.count == 32)
            histories.append(after.history)
            // It begins only once.
            try await copy.renewIfCopy()
            #expect(try await copy.objects(of: account.user, after: 0, limit: 10).history == after.history)
            try copy.close()
        }
        #expect(Set(histories).count == 3)
    }

    @Test func `A restored copy gives no version that was given since it was made`() async throws {
        let account = try await OneAccount()
        _ = try await account.apply([Self.fund(1, "Equity 500")])
        let folder = try account.copyFolder()
        try account.store.backUp(to: "\(folder)/\(FundStore.fileName)")
        for number in 2..<10 { _ = try await account.apply([Self.fund(number, "Bonds")]) }
        let last = try await account.store.objects(of: account.user, after: 0, limit: 10).last
        let copy = try FundStore(folder: folder)
        try await copy.renewIfCopy()
        _ = try await Syncing(store: copy, limits: AccountLimits()).apply([Self.fund(2, "Loans")], of: account.user)
        #expect(try await copy.objects(of: account.user, after: last, limit: 10).objects.count == 1)
        try await copy.addUser(
            UserName("newer"), password: OneAccount.hash(), .register,
            by: Attribution(actor: User.registrant, address: "192.0.2.1", moment: .now))
        let counter = try await copy.read { database in
            try Int64.fetchOne(database, sql: "SELECT counter FROM user WHERE name = 'newer'")
        }
        #expect(try #require(counter) > last)
        try copy.close()
    }

    @Test func `An account that is made again has another history, and gives no version of the old one`() async throws {
        let account = try await OneAccount()
        _ = try await account.apply([Self.fund(1, "Equity 500")])
        let old = try await account.store.objects(of: account.user, after: 0, limit: 10)
        let name = try UserName("ada")
        try await account.store.removeUser(name, by: .command())
        await #expect(throws: ServiceError.self) {
            try await account.store.objects(of: account.user, after: 0, limit: 10)
        }
        try await account.store.addUser(name, password: try OneAccount.hash(), .addUser, by: .command())
        let user = try #require(try await account.store.user(name)).id
        let (_, history) = try await Syncing(store: account.store, limits: AccountLimits())
            .apply([Self.fund(1, "Equity 500")], of: user)
        let new = try await account.store.objects(of: user, after: old.last, limit: 10)
        #expect(new.objects.count == 1 && new.history != old.history && new.history == history)
    }

    @Test func `An account that was made before accounts had histories keeps the one that devices know`() async throws {
        let folder = try TemporaryFolder()
        let history = try await {
            let queue = try DatabaseQueue(path: "\(folder.path)/\(FundStore.fileName)")
            try Schema.migrator.migrate(queue, upTo: "3")
            return try await queue.write { database in
                try database.execute(sql: "INSERT INTO user (name, password, created) VALUES ('ada', '', 0)")
                return try HistoryTable.name(in: database)
            }
        }()
        let store = try FundStore(folder: folder.path)
        let user = try #require(try await store.user(try UserName("ada"))).id
        #expect(try await store.objects(of: user, after: 0, limit: 10).history == history)
    }

    @Test func `If a copy can't be marked as one, there is no copy`() async throws {
        let account = try await OneAccount()
        let folder = try account.copyFolder()
        try await account.store.write { try $0.execute(sql: "ALTER TABLE history RENAME TO other") }
        #expect(throws: ServiceError.self) { try account.store.backUp(to: "\(folder)/\(FundStore.fileName)") }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
    }

    @Test func `Removing an account removes the address of its registration and no other address`() async throws {
        let account = try await OneAccount()
        let hash = try OneAccount.hash()
        // Ada is account 1, and accounts 20 and 21 begin like account 2.
        for number in 2...21 {
            try await account.store.addUser(
                try UserName("user\(number)"), password: hash, .register,
                by: Attribution(actor: User.registrant, address: "192.0.2.\(number)", moment: .now))
        }
        try await account.store.write { database in
            let who = Attribution(actor: "account 2", address: "192.0.2.2", moment: .now)
            try database.log(LoginAction.enableUser, "account 2", by: who)
        }
        try await account.store.removeUser(try UserName("user2"), by: .command())
        let left = try await account.store.read { database in
            try String.fetchAll(database, sql: "SELECT subject FROM audit WHERE address IS NOT NULL ORDER BY id")
        }
        #expect(left == (3...21).map { "account \($0)" })
    }

    @Test func `The files of a removed account are deleted at once, and those that were never named after 30 days`()
        async throws
    {
        let account = try await OneAccount()
        let files = try FileStore(folder: account.folder.path, store: account.store, limits: AccountLimits())
        let (own, strange) = (BlobDigest(sha256Of: [1]), BlobDigest(sha256Of: [2]))
        let path = "\(account.folder.path)/bytes"
        try Data([1]).write(to: URL(filePath: path))
        for file in [own, strange] { try await files.blobs.put(file: path, as: file) }
        let blob = StoredBlob(hash: own, size: 1)
        _ = try await account.store.addUpload(blob, of: account.user, limits: AccountLimits(), at: .now)
        try await account.store.removeUser(try UserName("ada"), by: .command())
        #expect(try await files.collect(at: .now) == 1)
        #expect(try await files.blobs.size(of: own) == nil)
        #expect(try await files.blobs.size(of: strange) == 1)
        #expect(try await files.collect(at: Timestamp.now.adding(days: 31)) == 0)
        #expect(try await files.blobs.size(of: strange) == nil)
    }

    @Test func `A file that can't be looked at keeps none of the others from being forgotten`() async throws {
        let account = try await OneAccount()
        let blobs = try FileStore(folder: account.folder.path, store: account.store, limits: AccountLimits()).blobs
        // In the order in which they are looked at.
        let (gone, broken, last) = (BlobDigest(sha256Of: [1]), BlobDigest(sha256Of: [2]), BlobDigest(sha256Of: [4]))
        try Data([2]).write(to: URL(filePath: "\(account.folder.path)/bytes"))
        try await blobs.put(file: "\(account.folder.path)/bytes", as: broken)
        try await account.store.write { database in
            for file in [gone, broken, last] {
                try database.execute(sql: "INSERT INTO unnamed VALUES (?, 0)", arguments: ["\(file)"])
            }
        }
        let folder = "\(account.folder.path)/files/\(broken.description.prefix(2))"
        await #expect(throws: (any Error).self) {
            try await account.store.collect(blobs, at: .now) { _ in
                // From now on, a link to itself is in the place of the file's folder.
                try FileManager.default.moveItem(atPath: folder, toPath: "\(folder).old")
                try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: folder)
                return true
            }
        }
        let left = try await account.store.read { try String.fetchAll($0, sql: "SELECT file FROM unnamed") }
        #expect(left == ["\(broken)"])
    }

    @Test func `A copy keeps for 30 days the files that no object named when it was made`() async throws {
        let account = try await OneAccount()
        let file = BlobDigest(sha256Of: [1])
        try Data([1]).write(to: URL(filePath: "\(account.folder.path)/bytes"))
        _ = try await account.store.addUpload(
            StoredBlob(hash: file, size: 1), of: account.user, limits: AccountLimits(),
            at: Timestamp.now.adding(days: -2))
        let folder = try account.copyFolder()
        try account.store.backUp(to: "\(folder)/\(FundStore.fileName)")
        let copy = try FundStore(folder: folder)
        try await copy.renewIfCopy()
        let files = try FileStore(folder: account.folder.path, store: copy, limits: AccountLimits())
        try await files.blobs.put(file: "\(account.folder.path)/bytes", as: file)
        for (day, size) in [(0, 1), (29, 1), (31, nil)] as [(Int, UInt64?)] {
            #expect(try await files.collect(at: Timestamp.now.adding(days: day)) == 0)
            #expect(try await files.blobs.size(of: file) == size)
        }
        try copy.close()
    }

    @Test func `A file that arrives when its account has just been removed is deleted at once`() async throws {
        let account = try await OneAccount()
        let files = try FileStore(folder: account.folder.path, store: account.store, limits: AccountLimits())
        let file = BlobDigest(sha256Of: [1])
        try Data([1]).write(to: URL(filePath: "\(account.folder.path)/bytes"))
        try await files.blobs.put(file: "\(account.folder.path)/bytes", as: file)
        try await account.store.removeUser(try UserName("ada"), by: .command())
        await #expect(throws: (any Error).self) {
            try await account.store.naming(file) {
                try await account.store.addUpload(
                    StoredBlob(hash: file, size: 1), of: account.user, limits: AccountLimits(), at: .now)
            }
        }
        #expect(try await files.collect(at: .now) == 0)
        #expect(try await files.blobs.size(of: file) == nil)
    }

    @Test func `The server does not claim to have a file whose upload it has just forgotten`() async throws {
        let account = try await OneAccount()
        let blob = StoredBlob(hash: BlobDigest(sha256Of: [1]), size: 1)
        let days = (Int64(0)..<3).map { Timestamp(milliseconds: $0 * 86_400_000) }
        _ = try await account.store.addUpload(blob, of: account.user, limits: AccountLimits(), at: days[0])
        #expect(try await account.store.keepUpload(blob.hash, of: account.user, at: days[1]))
        // The row is there when it is read, and the update finds none, as if the keeper had deleted it in between.
        try await account.store.write { database in
            try database.execute(
                sql: "CREATE TRIGGER forgotten BEFORE UPDATE ON upload BEGIN SELECT RAISE(IGNORE); END")
        }
        let isKept = try await account.store.keepUpload(blob.hash, of: account.user, at: days[2])
        #expect(!isKept)
    }

    @Test func `A page ends early when its contents are large, and says that there is more`() async throws {
        let account = try await OneAccount()
        let text = String(repeating: "x", count: 1_000_000)
        let notes = (0..<7).map { number in
            SyncChange(
                kind: .note, id: Self.id(number), base: 0,
                content: .note(.init(fund: Self.id(0), title: "\(number)", text: text)))
        }
        _ = try await account.apply(notes)
        let page = try await account.store.objects(of: account.user, after: 0, limit: 1000)
        #expect(page.objects.count == 5 && page.last == 5 && !page.isLast)
        let rest = try await account.store.objects(of: account.user, after: 5, limit: 1000)
        #expect(rest.objects.count == 2 && rest.isLast)
    }

    @Test func `The oldest deletions beyond a limit are forgotten, and nothing else`() async throws {
        let account = try await OneAccount()
        _ = try await account.apply((0..<10).map { Self.fund($0, "name") })
        _ = try await account.apply((0..<6).map { Self.fund($0, nil, base: Int64($0 + 1)) })
        try await account.store.forgetDeletions(beyond: 2)
        try await account.store.forgetDeletions(beyond: 2)
        let left = try await account.store.objects(of: account.user, after: 0, limit: 100).objects
        #expect(left.map(\.version) == [7, 8, 9, 10, 15, 16])
        #expect(try await account.store.usage(of: account.user).objects == 4)
    }

    @Test func `Deletions are forgotten in batches until none is beyond the limit`() async throws {
        let account = try await OneAccount()
        _ = try await account.apply((0..<6).map { Self.fund($0, "name") })
        _ = try await account.apply((0..<6).map { Self.fund($0, nil, base: Int64($0 + 1)) })
        try await account.store.forgetDeletions(beyond: 1, batch: 2)
        let left = try await account.store.objects(of: account.user, after: 0, limit: 100).objects
        #expect(left.map(\.version) == [12])
    }

    @Test func `Changes forget the oldest deletions beyond the limit of the account`() async throws {
        let account = try await OneAccount()
        let limits = AccountLimits(objects: 2)
        for round in 0..<6 {
            let (first, version) = (2 * round, Int64(4 * round))
            _ = try await account.apply([Self.fund(first, "a"), Self.fund(first + 1, "b")], limits)
            _ = try await account.apply(
                [Self.fund(first, nil, base: version + 1), Self.fund(first + 1, nil, base: version + 2)], limits)
        }
        let left = try await account.store.objects(of: account.user, after: 0, limit: 100).objects
        #expect(left.map(\.version) == [11, 12, 15, 16, 19, 20, 23, 24])
    }

    @Test func `If the unfinished files of an account can't be looked at, no room stays reserved`() async throws {
        let account = try await OneAccount()
        let files = try FileStore(folder: account.folder.path, store: account.store, limits: AccountLimits())
        // It is where the folder of the account should be.
        try Data().write(to: URL(filePath: "\(account.folder.path)/uploads/\(account.user.rawValue)"))
        let name = BlobDigest(sha256Of: [1])
        await #expect(throws: (any Error).self) { try await files.reserve(1000, for: name, of: account.user) }
        #expect(account.store.reservations.bytes(of: account.user) == 0)
    }
}
