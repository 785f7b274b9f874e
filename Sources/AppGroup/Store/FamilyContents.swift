/// What an examination looks at in a family's data.
struct FamilyContents {
    let apps: [AppRecord]
    let openings: [Opening]

    /// The apps that did not leave the family.
    var members: [AppRecord] { apps.filter { $0.unregistered == nil } }

    init(_ reader: any RegistryReader) throws {
        apps = try reader.apps().sorted { $0.id < $1.id }
        openings = try reader.openings()
    }

    /// What a store holds; `nil` where there is none, and for one of another version.
    ///
    /// - Throws: Why it cannot be read.
    init?(_ container: Container, schema: Schema) throws {
        guard try container.check(), let file = try container.checkDatabase(), file.size > 0 else { return nil }
        let session = try SQLiteSession(container: container, identity: file.identity)
        guard try schema.state(of: session.connection) == .usable(version: schema.version) else { return nil }
        self = try session.transaction("BEGIN") { try FamilyContents($0) }
    }
}
