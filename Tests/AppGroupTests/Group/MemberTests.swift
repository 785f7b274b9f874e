import Foundation
import TestSupport
import Testing

@testable import AppGroup

@Suite("A member", .ownGroup)
struct MemberTests {
    let group = TestGroup.current

    /// What a member could not do.
    final class Failures: Sendable {
        private let errors = Guarded<[AppGroupError]>([])
        var all: [AppGroupError] { errors.value }
        func add(_ error: AppGroupError) { errors.withLock { $0.append(error) } }
    }

    let failures = Failures()

    func join(_ registry: Registry, _ app: AppDescription) -> Member {
        registry.join(app) { [failures] in failures.add($0) }
    }

    /// Everything that a tool does.
    func exercise(_ member: Member) {
        member.setBadge(3)
        member.addToBadge(-1)
        member.setField("newest", to: "Ann")
        member.recordOpening()
    }

    /// Puts noise in the place of the registry.
    func damage() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: group.container) {
            try FileManager.default.removeItem(atPath: "\(group.container)/\(name)")
        }
        try Data(repeating: 0xA5, count: 20_000).write(to: URL(fileURLWithPath: group.database))
    }

    @Test("The handler of failures may use the member, and hears nothing of its own calls")
    func usesTheMemberInItsHandler() throws {
        try group.registry.register(try group.app("rooms"))
        let (member, count) = (Guarded<Member?>(nil), Guarded(0))
        try group.whileLocked { () throws in
            let joined = group.registry.join(try group.app("inbox")) { _ in
                count.withLock { $0 += 1 }
                member.value?.setBadge(7)
                _ = member.value?.badge()
            }
            member.withLock { $0 = joined }
            joined.setBadge(1)
        }
        // Once for joining, once for the badge.
        #expect(count.value == 2)
        member.value?.setBadge(2)
        #expect(try group.registry.app("org.example.inbox")?.badge == 2)
    }

    @Test("A member joins, and its group sees what it volunteers")
    func takesPart() throws {
        let member = join(group.registry, try group.app("inbox"))
        #expect(member.isJoined && member.id == "org.example.inbox")
        exercise(member)
        member.addToBadge(.max)
        member.addToBadge(.min)
        member.addToBadge(2)
        let app = try #require(try group.registry.app(member.id))
        #expect(app.badge == 2 && app.fields == ["newest": "Ann"] && app.usage.count == 1)
        member.setBadge(-5)
        member.setField("newest", to: nil)
        #expect(try group.registry.app(member.id)?.badge == 0)
        #expect(try group.registry.app(member.id)?.fields == [:])
        #expect(failures.all.isEmpty)
    }

    @Test(
        "A member counts no opening if recording was turned off, before it joined or later", arguments: [true, false])
    func obeysWhenRecordingIsOff(early: Bool) throws {
        let app = try group.app("inbox")
        if early {
            try group.registry.register(app)
            try group.registry.setRecordsUse(false)
        }
        let member = join(group.registry, app)
        if !early { try group.registry.setRecordsUse(false, of: member.id) }
        let before = try group.trace()
        member.recordOpening()
        #expect(try group.trace() == before)
        member.change {
            $0.recordOpening()
            $0.setBadge(4)
        }
        #expect(try group.registry.app(member.id)?.badge == 4)
        #expect(try group.registry.openings().isEmpty && failures.all.isEmpty)
    }

    @Test("A member of a user without a home reports that once and carries on")
    func survivesWithoutHome() throws {
        let member = join(Registry(group: group.id, environment: ProcessEnvironment([:])), try group.app("inbox"))
        #expect(!member.isJoined)
        exercise(member)
        #expect(failures.all.map(\.code) == [.configuration])
    }

    @Test("A member of a group with a damaged registry reports that and carries on")
    func survivesDamage() throws {
        try group.registry.register(try group.app("rooms"))
        try damage()
        let member = join(group.registry, try group.app("inbox"))
        #expect(!member.isJoined)
        exercise(member)
        #expect(failures.all.map(\.code) == [.damaged])
        #expect(failures.all.first?.description.contains(group.database) == true)
    }

    @Test("A member reports each call after its registry is damaged, and carries on")
    func survivesLaterDamage() throws {
        let member = join(group.registry, try group.app("inbox"))
        try damage()
        exercise(member)
        #expect(failures.all.map(\.code) == [.damaged, .damaged, .damaged, .damaged])
    }

    @Test("A member reports a container that anybody may write, and carries on")
    func survivesDistrust() throws {
        try group.registry.register(try group.app("rooms"))
        try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: group.container)
        let member = join(group.registry, try group.app("inbox"))
        exercise(member)
        #expect(failures.all.map(\.code) == [.permission])
        #expect(failures.all.first?.description.contains("chmod 700 \(group.container)") == true)
    }

    @Test("A member drops failures unless a handler is given")
    func needsNobodyToListen() throws {
        let member = Registry(group: group.id, environment: ProcessEnvironment([:])).join(try group.app("inbox"))
        exercise(member)
        #expect(!member.isJoined)
    }

    @Test("A member is told which schemes another app took over while it was not installed")
    func isToldOfWithheldSchemes() throws {
        try group.registry.register(try group.app("inbox", schemes: ["mail2"]))
        try group.uninstall("inbox")
        try group.registry.register(try group.app("post", schemes: ["mail2"]))
        let member = join(group.registry, try group.app("inbox", schemes: ["mail2"]))
        #expect(member.isJoined)
        #expect(failures.all.map(\.code) == [.schemeTaken])
        #expect(failures.all.first?.description.contains("org.example.post") == true)
    }

    @Test("A member finds the URL that opened it among its arguments")
    func findsItsURL() throws {
        let member = join(group.registry, try group.app("inbox", schemes: ["inbox", "mail2"]))
        #expect(
            member.openedURL(in: ["inbox", "--x", "https://a", "MAIL2:new one", "inbox:b"])?.description
                == "MAIL2:new one")
        #expect(member.openedURL(in: ["inbox:program", "x", "rooms:a"]) == nil)
        #expect(member.openedURL(in: []) == nil)
    }

    @Test(
        "A member loses half a second in total if a stopped process holds the lock, whether it has joined or not",
        arguments: [true, false])
    func boundsItsWait(joined: Bool) async throws {
        let app = try group.app("inbox")
        try group.registry.register(joined ? app : try group.app("rooms"))
        let holder = try BuiltProgram.worker.start("hold")
        try await holder.line("holding")
        holder.send(SIGSTOP)
        let member = join(group.registry, app)
        #expect(member.isJoined == joined)
        for _ in 0..<5 {
            exercise(member)
            // Reading takes no lock, and does not mean that the next call should wait again.
            _ = member.badge()
        }
        // Each says how long it had patience. Only the first has any.
        let waits = failures.all.compactMap { failure in
            failure.description.firstMatch(of: /for (\d+\.\d) s/).map { String($0.output.1) }
        }
        #expect(waits == ["0.4"] + [String](repeating: "0.0", count: joined ? 19 : 20))
        // One that has not joined reports each attempt to register again.
        #expect(failures.all.map(\.code) == [AppGroupError.Code](repeating: .busy, count: joined ? 20 : 21))
        #expect(failures.all.first?.description.contains(group.lock) == true)
    }

    @Test("A member makes several changes in one write")
    func changesAtOnce() throws {
        let member = join(group.registry, try group.app("inbox"))
        let before = try commits()
        member.change {
            $0.recordOpening()
            $0.setBadge(3)
            $0.addToBadge(-1)
            $0.setField("newest", to: "Ann")
            $0.setField("gone", to: 1)
            $0.setField("gone", to: nil)
        }
        let app = try #require(try group.registry.app(member.id))
        #expect(app.badge == 2 && app.fields == ["newest": "Ann"] && app.usage.count == 1)
        #expect(try group.registry.openings().map(\.isClaimed) == [true])
        #expect(try commits() - before == 1)
        member.recordOpening()
        member.setBadge(4)
        #expect(try commits() - before == 3)
        #expect(failures.all.isEmpty)
    }

    /// How many commits the write-ahead log holds: the frames that say how large the database is afterwards
    /// (sqlite.org/fileformat2.html, section 4.1).
    private func commits() throws -> Int {
        let log = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(group.database)-wal")))
        return stride(from: 32, to: log.count, by: 24 + SQLiteSession.pageSize).count { frame in
            log[frame + 4..<frame + 8].contains { $0 != 0 }
        }
    }

    @Test("Changes of a member that change nothing write nothing and wait for no lock")
    func changesNothing() throws {
        let member = join(group.registry, try group.app("inbox"))
        member.change {
            $0.setBadge(3)
            $0.setField("newest", to: "Ann")
        }
        try group.registry.setRecordsUse(false, of: member.id)
        let before = try group.trace()
        try group.whileLocked {
            member.change {
                $0.setBadge(3)
                $0.setField("newest", to: "Ann")
                $0.setField("absent", to: nil)
                $0.recordOpening()
            }
            member.change { _ in }
            member.setBadge(3)
            member.recordOpening()
        }
        #expect(try group.trace() == before)
        #expect(failures.all.isEmpty)
    }

    @Test("If one change of a member is refused, none is made")
    func changesAllOrNothing() throws {
        let member = join(group.registry, try group.app("inbox"))
        member.change {
            $0.setBadge(3)
            $0.setField("newest", to: "\0")
        }
        #expect(failures.all.map(\.code) == [.invalidValue])
        #expect(member.badge() == 0 && member.fields().isEmpty)
    }

    @Test("A member reads its own badge and fields")
    func readsItself() throws {
        let member = join(group.registry, try group.app("inbox"))
        #expect(member.badge() == 0 && member.fields() == [:] && member.field("newest") == nil)
        try group.registry.setBadge(5, of: member.id)
        try group.registry.setField("newest", to: "Ann", of: member.id)
        #expect(member.badge() == 5 && member.fields() == ["newest": "Ann"] && member.field("newest") == "Ann")
        try damage()
        #expect(member.badge() == 0 && member.fields() == [:] && member.field("newest") == nil)
        #expect(failures.all.map(\.code) == [.damaged, .damaged, .damaged])
    }

    @Test("A member that leaves is hidden, does nothing more, and can join again with its badge")
    func leaves() throws {
        let app = try group.app("inbox")
        let member = join(group.registry, app)
        member.setBadge(3)
        try group.whileLocked { member.leave() }
        #expect(member.isJoined && failures.all.map(\.code) == [.busy])
        member.leave()
        #expect(!member.isJoined)
        #expect(try group.registry.apps().isEmpty)
        exercise(member)
        member.leave()
        #expect(member.badge() == 0)
        #expect(try group.registry.apps().isEmpty && group.registry.openings().isEmpty)
        #expect(join(group.registry, app).badge() == 3)
        #expect(failures.all.count == 1)
    }

    @Test("A member that leaves before it could be registered does not register itself later")
    func leavesEarly() throws {
        try group.registry.register(try group.app("rooms"))
        let app = try group.app("inbox")
        let member = try group.whileLocked { join(group.registry, app) }
        member.leave()
        member.setBadge(3)
        #expect(!member.isJoined && failures.all.map(\.code) == [.busy])
        #expect(try group.registry.app(app.id) == nil)
    }

    @Test("A member that met a busy lock when it started registers itself with its next call")
    func joinsLater() throws {
        try group.registry.register(try group.app("rooms"))
        let app = try group.app("inbox", schemes: ["inbox"])
        let member = try group.whileLocked {
            let member = join(group.registry, app)
            member.setBadge(1)
            return member
        }
        #expect(!member.isJoined && failures.all.map(\.code) == [.busy, .busy])
        member.setBadge(3)
        #expect(member.isJoined)
        let record = try #require(try group.registry.app(app.id)?.record)
        #expect(record.badge == 3 && record.schemes == ["inbox"] && record.usage.count == 0)
        exercise(member)
        #expect(try group.registry.app(app.id)?.usage.count == 1)
        #expect(failures.all.count == 2)
    }

    @Test("A member that met a busy lock is told which schemes another app took over once it is registered")
    func isToldLater() throws {
        try group.registry.register(try group.app("inbox", schemes: ["mail2"]))
        try group.uninstall("inbox")
        try group.registry.register(try group.app("post", schemes: ["mail2"]))
        var app = try group.app("inbox", schemes: ["mail2"])
        app.version = "2"
        let member = try group.whileLocked { join(group.registry, app) }
        member.recordOpening()
        #expect(failures.all.map(\.code) == [.busy, .schemeTaken])
        #expect(try group.registry.app(app.id)?.record.version == "2")
    }

    @Test("A member that met a full disk when it started registers itself once there is room")
    func joinsAfterAFullDisk() throws {
        let storage = FullStorage()
        let member = join(
            Registry(group: group.id, storage: storage, environment: group.environment), try group.app("inbox"))
        #expect(!member.isJoined && failures.all.map(\.code) == [.inputOutput])
        storage.isFull.withLock { $0 = false }
        member.setBadge(3)
        #expect(try storage.read { try $0.app(member.id)?.badge } == 3)
        #expect(failures.all.count == 1)
    }

    /// A storage on a disk that is full until somebody makes room.
    private final class FullStorage: RegistryStorage {
        let isFull = Guarded(true)
        private let memory = InMemoryStorage()

        func read<Result>(_ body: (any RegistryReader) throws -> Result) throws -> Result { try memory.read(body) }
        func write<Result>(patience: Duration, _ body: (any RegistryWriter) throws -> Result) throws -> Result {
            if isFull.value { throw AppGroupError(.inputOutput, "The disk is full; make room.") }
            return try memory.write(patience: patience, body)
        }
        func version() throws -> StorageVersion { try memory.version() }
    }

    @Test("A member and its registry can be inspected by a debugger or a failed expectation")
    func canBeDumped() throws {
        var text = ""
        dump(join(group.registry, try group.app("inbox")), to: &text)
        dump(Registry(group: group.id, storage: InMemoryStorage()), to: &text)
        #expect(text.contains("org.example.inbox") && text.contains("hasJoined: true"))
    }

    @Test("A member waits for the lock again after a call has succeeded")
    func regainsPatience() throws {
        let member = join(group.registry, try group.app("inbox"))
        try group.whileLocked { member.setBadge(1) }
        #expect(failures.all.count == 1)
        member.setBadge(2)
        #expect(try group.registry.app(member.id)?.badge == 2)
        #expect(failures.all.count == 1)
    }
}
