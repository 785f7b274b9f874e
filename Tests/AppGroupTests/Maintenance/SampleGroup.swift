import Foundation
import TestSupport
import Testing

@testable import AppGroup

/// A group in a temporary folder, whose registry holds something of everything.
struct SampleGroup: Sendable {
    let folder: String
    /// What deletes the folder, if this process made it.
    private let owner: TemporaryFolder?
    let id: GroupID = "org.example.maintained"

    /// A moment that tests agree on, in the past.
    static let now = Timestamp(milliseconds: 1_772_600_707_089)
    static let nowInNames = "20260304T050507089Z"

    var environment: ProcessEnvironment {
        ProcessEnvironment(["HOME": folder, "APP_GROUP_HOME": "\(folder)/groups", "PATH": "/usr/bin:/bin"])
    }
    var registry: Registry { registry(id) }
    var container: Container { Container(group: id, parent: "\(folder)/groups") }
    var database: String { container.database }

    func registry(_ group: GroupID) -> Registry { Registry(group: group, environment: environment) { Self.now } }

    /// A path in the group's folder, beside the container.
    func path(_ name: String) -> String { "\(folder)/\(name)" }

    /// Runs `body` with a group of its own, which holds this many apps, and none at all where that is 0.
    static func with<Result>(apps: Int = 0, _ body: (SampleGroup) throws -> Result) throws -> Result {
        let group = try SampleGroup()
        defer { withExtendedLifetime(group) {} }
        if apps > 0 { try group.fill(apps: apps) }
        return try body(group)
    }

    /// The same for tests that wait.
    static func with<Result>(apps: Int = 0, _ body: (SampleGroup) async throws -> Result) async throws -> Result {
        let group = try SampleGroup()
        defer { withExtendedLifetime(group) {} }
        if apps > 0 { try group.fill(apps: apps) }
        return try await body(group)
    }

    private init() throws {
        let owner = try TemporaryFolder("maintenance")
        (self.owner, folder) = (owner, owner.path)
    }

    /// The group in a folder that another process made.
    init(existing folder: String) { (owner, self.folder) = (nil, folder) }

    static func appID(_ number: Int) throws -> AppID { try AppID("org.example.tool\(1000 + number)") }

    /// Registers apps, every third with an icon of its own, two of three with actions, every seventh with a field that is longer than a page.
    func fill(apps: Int) throws {
        let registry = registry
        for number in 0..<apps {
            var fields: [FieldKey: FieldValue] = [
                "text": .string("Größe \(number) 文字"), "number": .integer(Int64(number) - 3),
                "moment": .date(Timestamp(milliseconds: Int64(number) * 1_000_000_007)),
            ]
            if number % 7 == 0 { fields["long"] = .string(String(repeating: "long \(number) ", count: 1500)) }
            try registry.register(
                AppDescription(
                    id: Self.appID(number), name: AppName("Tool \(number) Ünï"),
                    icon: number % 3 == 0 ? .svg(Self.image(number)) : .named("mail-unread"),
                    schemes: [URLScheme("tool\(number)"), URLScheme("also\(number)")],
                    actions: [
                        AppAction(id: "newest", name: "Nëwest", icon: "mail", url: AppURL("tool\(number):newest")),
                        AppAction(id: "new", name: "New", url: AppURL("tool\(number):new")),
                    ].suffix(number % 3),
                    launch: .terminal("/bin/true", "--number", "\(number)", "%u"), version: "1.0",
                    badge: BadgeCount(clamping: number), fields: fields))
        }
        for number in 0..<apps * 2 {
            _ = try registry.recordOpening(
                of: Self.appID(number % apps), isClaimed: number % 2 == 0, patience: .seconds(10))
        }
        for number in 0..<5 { try registry.setSetting(FieldKey("setting\(number)"), to: .integer(Int64(number))) }
        try registry.setPinned(true, of: Self.appID(0))
        try registry.setRecordsUse(false)
    }

    static func image(_ number: Int) -> [UInt8] {
        Array(#"<svg xmlns="http://www.w3.org/2000/svg"><text>\#(number)</text></svg>"#.utf8)
    }

    /// Everything that the group's registry holds, as a reader sees it.
    func state() throws -> GroupState { try registry.storage.read { try GroupState($0) } }

    /// Brings everything that the log holds into the database file.
    func emptyLog() throws {
        let rows = try SQLiteTool.query(database, "PRAGMA wal_checkpoint(TRUNCATE)")
        try #require(rows == ["0|0|0"])
    }

    /// The names of the files in the container, without those of the icons.
    func files() throws -> Set<String> {
        Set(try FileManager.default.contentsOfDirectory(atPath: container.path))
    }
}

/// All data of a group.
struct GroupState: Equatable {
    var apps: [AppID: AppRecord] = [:]
    var images: [AppID: [UInt8]] = [:]
    var settings: [FieldKey: FieldValue] = [:]
    var openings: [AppOpening] = []
    var lastOpening = AppOpening.Number(clamping: 0)
    var recordsUse = true

    init(_ reader: any RegistryReader) throws {
        for app in try reader.apps() {
            apps[app.id] = app
            if let icon = app.icon { images[app.id] = try reader.image(icon) }
        }
        settings = try reader.settings()
        openings = try reader.openings()
        lastOpening = try reader.lastOpening()
        recordsUse = try reader.recordsUse()
    }
}
