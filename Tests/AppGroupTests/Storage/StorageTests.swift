import AppGroup
import TestSupport
import Testing

@Suite("Every storage", .ownGroup)
struct StorageTests {
    static let inbox: AppRecord = {
        var app = AppRecord(
            id: "org.example.Inbox", name: "Inbox", launch: .terminal("/usr/bin/inbox", "open", "%u", "", "é"),
            registered: Timestamp(milliseconds: 1))
        app.icon = .named("mail-unread")
        app.claims = [.init("inbox"), .init("mail2", isYielded: true), .init("z")]
        app.version = "1.0"
        app.availableVersion = "1.1 β"
        app.badge = .maximum
        app.fields = [
            "newest": "Ann\n\u{1B}", "size": .integer(.min), "seen": .date(Timestamp(milliseconds: -1)), "empty": "",
        ]
        app.usage = AppUsage(
            count: 3, lastOpened: Timestamp(milliseconds: 9), lastOpening: 7, fast: 1.0 / 3, slow: 2.5e-300)
        app.preferences = .init(isPinned: true, isHidden: true, recordsUse: false)
        app.missingSince = Timestamp(milliseconds: .max)
        app.unregistered = Timestamp(milliseconds: .min)
        return app
    }()

    static let rooms = AppRecord(
        id: "org.example.rooms", name: "Rooms", launch: .desktopFile("org.example.Rooms.desktop"),
        registered: Timestamp(milliseconds: 2))

    static let visa = AppRecord(
        id: "org.example.visa", name: "Visa",
        launch: .package(
            .init(
                digest: PackageDigest(stringLiteral: String(repeating: "0f", count: 32)),
                command: .init(executable: "bin/visa", arguments: ["%u"], interface: .graphical))),
        registered: Timestamp(milliseconds: 3))

    @Test("A new storage is empty", arguments: StorageKind.allCases)
    func isEmpty(kind: StorageKind) throws {
        try kind.make().read { reader throws in
            #expect(try reader.apps().isEmpty)
            #expect(try reader.app("org.example.inbox") == nil)
            #expect(try reader.owner(of: "inbox") == nil)
            #expect(try reader.settings().isEmpty)
            #expect(try reader.recordsUse())
            #expect(try reader.lastOpening() == 0)
            #expect(try reader.openings().isEmpty)
            #expect(try reader.image(.image(format: .png, digest: String(repeating: "0", count: 64))) == nil)
        }
    }

    @Test("A storage keeps every part of a record", arguments: StorageKind.allCases, [inbox, rooms, visa])
    func keepsRecords(kind: StorageKind, app: AppRecord) throws {
        let storage = try kind.make()
        try storage.write { try $0.save(app) }
        try storage.read { reader throws in
            #expect(try reader.apps() == [app])
            #expect(try reader.app(app.id) == app)
            #expect(try reader.app(AppID(app.id.description.uppercased())) == app)
        }
    }

    @Test("A storage replaces a whole record, even if the id differs in case", arguments: StorageKind.allCases)
    func replacesRecords(kind: StorageKind) throws {
        let storage = try kind.make()
        try storage.write { try $0.save(Self.inbox) }
        let plain = AppRecord(
            id: "ORG.example.inbox", name: "Post", launch: .graphical("post"), registered: Timestamp(milliseconds: 5))
        try storage.write { try $0.save(plain) }
        try storage.read { reader throws in
            #expect(try reader.apps() == [plain])
            #expect(try reader.apps().first?.id.description == "ORG.example.inbox")
            #expect(try reader.owner(of: "inbox") == nil)
        }
    }

    @Test("A storage finds the owner of a scheme by the claims that are in force", arguments: StorageKind.allCases)
    func findsOwners(kind: StorageKind) throws {
        let storage = try kind.make()
        var rooms = Self.rooms
        rooms.claims = [.init("mail2")]
        try storage.write { writer in
            try writer.save(Self.inbox)
            try writer.save(rooms)
            #expect(try writer.owner(of: "inbox") == Self.inbox.id)
        }
        #expect(try storage.read { try $0.owner(of: "mail2") } == rooms.id)
        #expect(try storage.read { try $0.owner(of: "MAIL2") } == rooms.id)
    }

    @Test(
        "A storage finds every app with a badge, and leaves to others which of them count",
        arguments: StorageKind.allCases)
    func findsBadges(kind: StorageKind) throws {
        let storage = try kind.make()
        var visa = Self.visa
        visa.badge = 7
        try storage.write { writer in
            for app in [Self.inbox, Self.rooms, visa] { try writer.save(app) }
        }
        let found = try storage.read { try $0.appsWithBadges() }.sorted { $0.id < $1.id }
        #expect(found.map(\.id) == [Self.inbox.id, visa.id] && found.map(\.name) == [Self.inbox.name, visa.name])
        #expect(found.map(\.badge) == [.maximum, 7])
        #expect(found.map(\.preferences.isHidden) == [true, false])
        #expect(found.map(\.unregistered) == [Self.inbox.unregistered, nil])
        // Its arguments make no difference.
        guard case .package(let package)? = found.last?.launch, case .package(let expected) = visa.launch else {
            Issue.record("\(found)")
            return
        }
        #expect(package.digest == expected.digest && package.command.executable == expected.command.executable)
    }

    @Test("A storage rolls everything back when a write throws", arguments: StorageKind.allCases)
    func takesBack(kind: StorageKind) throws {
        struct Interruption: Error {}
        let storage = try kind.make()
        try storage.write { try $0.save(Self.rooms) }
        #expect(throws: Interruption.self) {
            try storage.write { writer in
                try writer.save(Self.inbox)
                try writer.delete(Self.rooms.id)
                try writer.setSetting("theme", to: "dark")
                try writer.setRecordsUse(false)
                _ = try writer.appendOpening(
                    of: Self.inbox.id, at: Timestamp(milliseconds: 0), utcOffset: 0, isClaimed: false)
                throw Interruption()
            }
        }
        try storage.read { reader throws in
            #expect(try reader.apps() == [Self.rooms])
            #expect(try reader.settings().isEmpty)
            #expect(try reader.recordsUse())
            #expect(try reader.openings().isEmpty)
        }
        try storage.write { try $0.save(Self.inbox) }
        #expect(try storage.read { try $0.apps().count } == 2)
    }

    @Test("A storage keeps images while an app names them", arguments: StorageKind.allCases)
    func keepsImages(kind: StorageKind) throws {
        let storage = try kind.make()
        let used = AppIcon.image(format: .png, digest: String(repeating: "a", count: 64))
        let unused = AppIcon.image(format: .svg, digest: String(repeating: "b", count: 64))
        var rooms = Self.rooms
        rooms.icon = used
        try storage.write { writer in
            try writer.save(rooms)
            try writer.saveImage(ExampleImage.png, for: used)
            try writer.saveImage(ExampleImage.svg, for: unused)
        }
        #expect(try storage.read { try $0.image(used) } == ExampleImage.png)
        #expect(try storage.read { try $0.image(unused) } == ExampleImage.svg)
        try storage.write { try $0.dropUnusedImages() }
        #expect(try storage.read { try $0.image(used) } == ExampleImage.png)
        #expect(try storage.read { try $0.image(unused) } == nil)
        #expect(try storage.read { try $0.image(.named("mail")) } == nil)
    }

    @Test("A storage numbers openings from 1, in order, and never uses a number twice", arguments: StorageKind.allCases)
    func numbersOpenings(kind: StorageKind) throws {
        let storage = try kind.make()
        let moment = Timestamp(milliseconds: 1000)
        let open = { (id: AppID) in
            try storage.write { try $0.appendOpening(of: id, at: moment, utcOffset: -3600, isClaimed: false) }
        }
        #expect(try [open("a.a"), open("b.b"), open("a.a")] == [1, 2, 3])
        try storage.write { try $0.removeOpening(3) }
        #expect(try storage.read { try $0.lastOpening() } == 3)
        #expect(try open("c.c") == 4)
        try storage.write { try $0.claimOpening(2) }
        try storage.read { reader throws in
            #expect(try reader.openings().map(\.number) == [1, 2, 4])
            #expect(
                try reader.opening(2)
                    == AppOpening(number: 2, app: "b.b", moment: moment, utcOffset: -3600, isClaimed: true))
            #expect(try reader.opening(3) == nil)
        }
        try storage.write { try $0.removeOpenings(of: "A.A") }
        #expect(try storage.read { try $0.openings().map(\.number) } == [2, 4])
        try storage.write { try $0.removeOpenings(of: nil) }
        #expect(try storage.read { try $0.openings() }.isEmpty)
        #expect(try open("a.a") == 5)
    }

    @Test("A storage keeps the last 20,000 openings", arguments: StorageKind.allCases)
    func boundsOpenings(kind: StorageKind) throws {
        let storage = try kind.make()
        try storage.write { writer in
            for second in 1...20_010 as ClosedRange<Int64> {
                _ = try writer.appendOpening(of: "a.a", at: Timestamp(seconds: second), utcOffset: 0, isClaimed: true)
            }
        }
        let openings = try storage.read { try $0.openings() }
        #expect(openings.count == Int(AppOpening.kept) && openings.count == 20_000)
        #expect(openings.first?.number == 11 && openings.last?.number == 20_010)
        #expect(openings.allSatisfy { $0.moment.seconds == $0.number.value })
    }

    @Test(
        "The version of a storage says whether something changed, and reading changes nothing",
        arguments: StorageKind.allCases)
    func hasAVersion(kind: StorageKind) throws {
        let storage = try kind.make()
        var seen: [StorageVersion] = []
        let changes: [(any RegistryWriter) throws -> Void] = [
            { try $0.save(Self.inbox) }, { _ = try $0.setBadge(3, of: Self.inbox.id) },
            { try $0.setSetting("theme", to: "dark") },
            { try $0.setRecordsUse(false) }, { try $0.delete(Self.inbox.id) },
        ]
        seen.append(try storage.version())
        for change in changes {
            try storage.write { try change($0) }
            seen.append(try storage.version())
            _ = try storage.read { try $0.apps() }
            #expect(try storage.version() == seen.last)
        }
        #expect(Set(seen).count == seen.count)
    }

    @Test(
        "The version of each storage of the library stays the same after a write that changes nothing",
        arguments: StorageKind.library)
    func keepsItsVersion(kind: StorageKind) throws {
        let storage = try kind.make()
        let registry = Registry(
            group: TestGroup.current.id, storage: storage, environment: TestGroup.current.environment)
        try storage.write { try $0.save(Self.inbox) }
        try registry.setPinned(true, of: Self.inbox.id)
        let before = try storage.version()
        try registry.setPinned(true, of: Self.inbox.id)
        try storage.write { _ = try $0.apps() }
        #expect(try storage.version() == before)
        try registry.setPinned(false, of: Self.inbox.id)
        #expect(try storage.version() != before)
    }

    @Test("A storage without apps can be removed", arguments: StorageKind.allCases)
    func isRemoved(kind: StorageKind) throws {
        let storage = try kind.make()
        try storage.write { writer in
            try writer.save(Self.inbox)
            try writer.setSetting("theme", to: "dark")
        }
        #expect(try !storage.removeIfEmpty(patience: .seconds(10)))
        #expect(try storage.read { try $0.apps().count } == 1)
        try storage.write { try $0.delete(Self.inbox.id) }
        #expect(try storage.removeIfEmpty(patience: .seconds(10)))
        #expect(try storage.read { try $0.settings() }.isEmpty)
        try storage.write { try $0.save(Self.rooms) }
        #expect(try storage.read { try $0.apps() } == [Self.rooms])
    }

    @Test("Only a badge that has just risen is added to on that condition", arguments: StorageKind.allCases)
    func addsAfterARise(kind: StorageKind) throws {
        var app = Self.rooms
        (app.badge, app.badgeRose) = (2, Timestamp(milliseconds: 5000))
        try kind.make().write { writer in
            func add(within milliseconds: Int64, before moment: Int64, to id: AppID = Self.rooms.id) throws -> Int64? {
                let moment = Timestamp(milliseconds: moment)
                let hasRisen = try writer.hasBadgeRisen(of: id, within: milliseconds, before: moment)
                let sum = try writer.addToBadge(1, of: id, ifRisenWithin: milliseconds, before: moment)?.value
                #expect(hasRisen == (sum != nil))
                return sum
            }
            try writer.save(app)
            #expect(try add(within: 1000, before: 5000, to: Self.inbox.id) == nil)
            #expect(try add(within: 1000, before: 4999) == nil)
            #expect(try add(within: 1, before: 5000) == 3)
            #expect(try add(within: 1000, before: 5999) == 4)
            #expect(try add(within: 1000, before: 6000) == nil)
            #expect(try writer.app(app.id)?.badge == 4)
            app.usage.lastOpened = Timestamp(milliseconds: 5000)
            try writer.save(app)
            #expect(try add(within: 1000, before: 5000) == nil)
            (app.usage.lastOpened, app.badge) = (nil, 0)
            try writer.save(app)
            #expect(try add(within: 1000, before: 5000) == nil)
        }
    }

    @Test("A storage lets in one writer after the other", arguments: StorageKind.allCases)
    func servesManyTasks(kind: StorageKind) async throws {
        let storage = try kind.make()
        try storage.write { try $0.save(Self.rooms) }
        try await withThrowingTaskGroup { tasks in
            for _ in 0..<8 {
                tasks.addTask {
                    for _ in 0..<25 { try storage.write { _ = try $0.addToBadge(1, of: Self.rooms.id) } }
                }
            }
            try await tasks.waitForAll()
        }
        #expect(try storage.read { try $0.app(Self.rooms.id)?.badge } == 200)
    }
}
