import Foundation
import Testing

@testable import AppGroup

/// What groups share, and what they can't be compared for.
extension DiagnosisTests {
    @Test("A diagnosis finds no conflict with an app that left its group, as the remedy says")
    func forgetsWhoLeft() throws {
        try SampleGroup.with(apps: 5) { group in
            let other = group.registry("org.example.other")
            try other.storage.write(patience: .zero) { writer in
                for app in try group.registry.apps(including: .all) {
                    var record = app.record
                    record.icon = nil
                    try writer.save(record)
                }
            }
            let conflicts = { group.registry.diagnose().filter { $0.severity > .ok }.map(\.check) }
            #expect(Set(conflicts()) == [.membership])
            for app in try other.apps(including: .all) { try other.unregister(app.id) }
            #expect(conflicts() == [])
            #expect(other.diagnose().allSatisfy { $0.severity == .ok })
        }
    }

    @Test("A diagnosis of several groups finds what each of them does, but an app in several of them only once")
    func diagnosesSeveral() throws {
        try SampleGroup.with(apps: 5) { group in
            for name in ["one", "two", "three"] {
                let other = group.registry(try GroupID("org.example.\(name)"))
                try other.storage.write(patience: .zero) { writer in
                    for number in 0..<3 {
                        var record = AppRecord(
                            id: try SampleGroup.appID(number), name: "Twin", launch: .terminal("/bin/true"),
                            registered: SampleGroup.now)
                        record.claims = [AppRecord.SchemeClaim(try URLScheme("twin\(number)"))]
                        try writer.save(record)
                    }
                }
            }
            let registries = try Registry.groups(environment: group.environment).map { group.registry($0) }
            let diagnoses = GroupSet(registries).diagnose()
            #expect(diagnoses.map(\.registry.group) == registries.map(\.group) && registries.count == 4)
            let isShared = { (finding: RegistryFinding) in finding.check == .membership }
            let shared = diagnoses[0].value.filter(isShared)
            for (registry, findings) in diagnoses {
                #expect(findings.filter { !isShared($0) } == registry.diagnose().filter { !isShared($0) })
                // Each group alone reports the app, in the same words.
                #expect(registry.diagnose().filter(isShared) == shared)
            }
            #expect(diagnoses.dropFirst().allSatisfy { !$0.value.contains(where: isShared) })
            #expect(shared.map(\.subject) == (0..<3).map { "org.example.tool\(1000 + $0)" })
            let groups = "org.example.maintained, org.example.one, org.example.three and org.example.two"
            #expect(shared.allSatisfy { $0.sentence.hasSuffix(" is a member of \(groups).") }, "\(shared)")
            // Running every line that looks like a command removes the app from no group.
            #expect(shared.allSatisfy { $0.remedy?.hasSuffix("--group GROUP") == true })
        }
    }

    @Test(
        "A diagnosis finds an app and a scheme in several groups, even if their tables are older or newer, and migrates none",
        arguments: [[3, 3], [1, Schema.current.version], [Schema.current.version, 99], [4, 99]] as [[Int64]])
    func readsOtherVersions(versions: [Int64]) throws {
        try SampleGroup.with { group in
            var databases: [String] = []
            for (number, version) in versions.enumerated() {
                let container = Container(
                    group: try GroupID("org.example.group\(number)"), parent: group.container.parent)
                let migrations = Schema.current.migrations.filter { $0.version <= version }
                try SQLiteStorage(container: container, schema: Schema(migrations: migrations)).write(patience: .zero) {
                    try $0.setSetting("theme", to: "dark")
                }
                var sql = "INSERT INTO scheme (app, position, scheme) VALUES ('org.example.rival\(number)', 0, 'tea'); "
                for app in ["org.example.twin", "org.example.rival\(number)"] {
                    sql += "INSERT INTO app (id, name, launch, program, terminal, registered) "
                    sql += "VALUES ('\(app)', 'App', 'command', '/bin/true', 1, 0); "
                }
                if version > Schema.current.version {
                    sql += "UPDATE meta SET value = 99 WHERE key = 'oldestWriter'; "
                    sql += "UPDATE meta SET value = '9.9.9' WHERE key = 'release'; "
                }
                _ = try SQLiteTool.query(container.database, sql + "PRAGMA user_version = \(version)")
                databases.append(container.database)
            }
            for registry in try Registry.groups(environment: group.environment).map({ group.registry($0) }) {
                let shared = findings(.membership, registry)
                #expect(shared.map(\.severity) == [.problem] && shared.map(\.subject) == ["org.example.twin"])
                #expect(findings(.schemes, registry).contains { $0.severity == .note && $0.subject == "tea" })
            }
            for (database, version) in zip(databases, versions) {
                #expect(try SQLiteTool.query(database, "PRAGMA user_version") == ["\(version)"])
            }
        }
    }

    @Test("A diagnosis advises no change of a group that this release can only read")
    func advisesNoRefusedChange() throws {
        try SampleGroup.with(apps: 1) { group in
            let other = group.registry("org.example.other")
            let apps: [AppID] = [try SampleGroup.appID(0), "org.example.gone"]
            try other.storage.write(patience: .zero) { writer in
                for app in apps {
                    try writer.save(
                        AppRecord(id: app, name: "Twin", launch: .terminal("/gone"), registered: SampleGroup.now))
                }
            }
            let newer =
                "PRAGMA user_version = 99; UPDATE meta SET value = 99 WHERE key = 'oldestWriter'; "
                + "UPDATE meta SET value = '9.9.9' WHERE key = 'release'"
            _ = try SQLiteTool.query(
                Container(group: other.group, parent: group.container.parent).database, newer)
            let remedy =
                "This release can only read org.example.other. Remove it from each other group that should not have it: "
                + "launcher unregister org.example.tool1000 --group GROUP"
            for registry in [group.registry, other] {
                #expect(findings(.membership, registry).map(\.remedy) == [remedy])
            }
            #expect(findings(.launches, other).map(\.remedy) == ["Install it again.", "Install it again."])
            _ = try SQLiteTool.query(group.database, newer)
            let none = "Install a newer launcher to remove it: this release can only read these groups."
            for registry in [group.registry, other] {
                #expect(findings(.membership, registry).map(\.remedy) == [none])
            }
        }
    }

    @Test("A diagnosis names each other group that cannot be read, unless that group is examined, too")
    func namesUnreadableGroups() throws {
        try SampleGroup.with(apps: 1) { group in
            try group.registry("org.example.other").register(
                AppDescription(id: "org.example.rival", name: "Rival", launch: .terminal("/bin/true")))
            let database = Container(group: "org.example.other", parent: group.container.parent).database
            try BytesOnDisk.write("text".utf8, to: database)
            try BytesOnDisk.write([], to: "\(database)-wal")
            let omissions = findings(.membership, group.registry)
            #expect(omissions.map(\.severity) == [.note] && omissions.map(\.subject) == ["org.example.other"])
            #expect(omissions.first?.sentence.hasPrefix("The group org.example.other is skipped: ") == true)
            let diagnoses = GroupSet([group.registry, group.registry("org.example.other")]).diagnose()
            #expect(diagnoses.allSatisfy { part in part.value.allSatisfy { $0.check != .membership } })
            #expect(diagnoses.last?.value.contains { $0.check == .integrity && $0.severity == .problem } == true)
        }
    }
}
