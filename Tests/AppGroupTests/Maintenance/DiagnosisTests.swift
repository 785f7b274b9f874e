import Foundation
import Testing

@testable import AppGroup

@Suite("Diagnoses")
struct DiagnosisTests {
    func findings(_ check: RegistryFinding.Check, _ registry: Registry) -> [RegistryFinding] {
        registry.diagnose().filter { $0.check == check }
    }

    @Test("A diagnosis checks everything, and finds nothing wrong with an intact group")
    func findsNothingWrong() throws {
        try SampleGroup.with(apps: 10) { group in
            let findings = group.registry.diagnose()
            #expect(findings.map(\.check) == RegistryFinding.Check.allCases)
            #expect(findings.filter { $0.severity != .ok } == [])
            #expect(findings.allSatisfy { $0.remedy == nil })
        }
    }

    @Test("A diagnosis writes nothing, whether the registry is intact or not", arguments: [nil, 9000, 0])
    func writesNothing(length: Int?) throws {
        try SampleGroup.with(apps: 10) { group in
            // A registry that was cut is known by its own pages; one cut to nothing by the log beside it.
            let open = group.registry
            _ = try open.apps()
            if length != 0 { try group.emptyLog() }
            if let length { try BytesOnDisk.write(BytesOnDisk.read(group.database).prefix(length), to: group.database) }
            func contents() throws -> [String: [UInt8]] {
                var contents: [String: [UInt8]] = [:]
                for case let name as String in try #require(FileManager.default.enumerator(atPath: group.folder)) {
                    // The shared memory belongs to readers, too: they note in it what they read.
                    guard !name.hasSuffix("-shm") else { continue }
                    contents[name] = (try? BytesOnDisk.read(group.path(name))) ?? []
                }
                return contents
            }
            let before = try contents()
            let findings = group.registry.diagnose()
            #expect(findings.contains { $0.severity == .problem } == (length != nil))
            #expect(try contents() == before)
            withExtendedLifetime(open) {}
        }
    }

    @Test("A diagnosis of a group that does not exist creates nothing")
    func makesNoGroup() throws {
        try SampleGroup.with { group in
            let findings = group.registry.diagnose()
            #expect(findings.map(\.severity) == [.note])
            #expect(findings.first?.remedy?.contains("launcher register") == true)
            let files = try FileManager.default.contentsOfDirectory(atPath: group.folder)
            #expect(files.isEmpty)
        }
    }

    /// Something wrong with a group, and what a diagnosis must say of it.
    struct Fault: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let check: RegistryFinding.Check
        let severity: RegistryFinding.Severity
        let words: [String]
        let make: @Sendable (SampleGroup) throws -> Void

        init(
            _ description: String, _ check: RegistryFinding.Check, _ severity: RegistryFinding.Severity,
            says words: String...,
            make: @escaping @Sendable (SampleGroup) throws -> Void
        ) {
            testDescription = description
            self.check = check
            self.severity = severity
            self.words = words
            self.make = make
        }

        static func statement(
            _ description: String, _ check: RegistryFinding.Check, _ severity: RegistryFinding.Severity,
            says words: String...,
            sql: String
        ) -> Fault {
            var fault = Fault(description, check, severity) { _ = try SQLiteTool.query($0.database, sql) }
            fault.say(words)
            return fault
        }

        private mutating func say(_ words: [String]) { self = Fault(self, words: words) }

        private init(_ fault: Fault, words: [String]) {
            (testDescription, check, severity, make) = (fault.testDescription, fault.check, fault.severity, fault.make)
            self.words = words
        }

        static func permissions(_ permissions: Int, of file: String, _ severity: RegistryFinding.Severity) -> Fault {
            Fault("\(file) with \(String(permissions, radix: 8))", .permissions, severity, says: file, "chmod") {
                group in
                try FileManager.default.setAttributes(
                    [.posixPermissions: permissions], ofItemAtPath: "\(group.container.parent)/\(file)")
            }
        }
    }

    static let faults: [Fault] = [
        .permissions(0o644, of: "org.example.maintained/registry.sqlite", .note),
        .permissions(0o666, of: "org.example.maintained/registry.sqlite", .problem),
        .permissions(0o666, of: "org.example.maintained/registry.sqlite-wal", .problem),
        .permissions(0o200, of: "org.example.maintained/registry.sqlite", .problem),
        .permissions(0o755, of: "org.example.maintained", .note),
        .permissions(0o755, of: "org.example.maintained/icons", .note),
        .permissions(0o640, of: ".org.example.maintained.lock", .note),
        Fault("others may write the container", .container, .problem, says: "chmod 700") { group in
            try FileManager.default.setAttributes([.posixPermissions: 0o770], ofItemAtPath: group.container.path)
        },
        Fault("a link in the container's place", .container, .problem, says: "symbolic link") { group in
            try FileManager.default.moveItem(atPath: group.container.path, toPath: group.path("elsewhere"))
            try FileManager.default.createSymbolicLink(
                atPath: group.container.path, withDestinationPath: group.path("elsewhere"))
        },
        Fault("a link in the place of the icons", .permissions, .problem, says: "/icons", "symbolic link", "move") {
            group in
            try FileManager.default.removeItem(atPath: group.container.images)
            try FileManager.default.createSymbolicLink(
                atPath: group.container.images, withDestinationPath: group.folder)
        },
        Fault("a link in the place of the packages", .permissions, .problem, says: "/packages", "symbolic link") {
            group in
            try FileManager.default.createSymbolicLink(
                atPath: group.container.packages, withDestinationPath: group.folder)
        },
        Fault("a link in the place of an app's packages", .permissions, .problem, says: "/org.example.tool1", "link") {
            group in
            try FileManager.default.createDirectory(
                atPath: group.container.packages, withIntermediateDirectories: false)
            try FileManager.default.createSymbolicLink(
                atPath: "\(group.container.packages)/org.example.tool1", withDestinationPath: group.folder)
        },
        .permissions(0o400, of: "org.example.maintained/registry.sqlite", .note),
        .statement("a group without an app", .container, .note, says: "no app", "prune", sql: "DELETE FROM app"),
        Fault("a link in the lock's place", .lock, .problem, says: "symbolic link") { group in
            try FileManager.default.removeItem(atPath: group.container.lock)
            try FileManager.default.createSymbolicLink(
                atPath: group.container.lock, withDestinationPath: group.database)
        },
        Fault("a folder in the store's place", .integrity, .problem, says: "not a plain file") { group in
            try FileManager.default.removeItem(atPath: group.database)
            try FileManager.default.createDirectory(atPath: group.database, withIntermediateDirectories: false)
        },
        Fault("a text in the store's place", .integrity, .problem, says: "--repair") { group in
            try BytesOnDisk.write("text".utf8, to: group.database)
            try BytesOnDisk.write([], to: "\(group.database)-wal")
        },
        Fault("a store that is gone, and its log not", .integrity, .problem, says: "gone", "--repair") { group in
            try FileManager.default.removeItem(atPath: group.database)
        },
        Fault("a page of noise", .integrity, .problem, says: "damaged", "--repair") { group in
            try group.emptyLog()
            var bytes = try BytesOnDisk.read(group.database)
            bytes.replaceSubrange(8192..<9000, with: [UInt8](repeating: 0x55, count: 808))
            try BytesOnDisk.write(bytes, to: group.database)
        },
        .statement(
            "a rollback journal", .journal, .problem, says: "DELETE", "local", sql: "PRAGMA journal_mode = DELETE"),
        Fault("a log that nobody empties", .journal, .note, says: "KiB") { group in
            let log = "\(group.database)-wal"
            try BytesOnDisk.write(BytesOnDisk.read(log) + [UInt8](repeating: 0, count: 2 << 20), to: log)
        },
        .statement(
            "a newer release", .version, .problem, says: "9.9.9",
            sql: "PRAGMA user_version = 99; UPDATE meta SET value = 99 WHERE key = 'oldestWriter'; "
                + "UPDATE meta SET value = '9.9.9' WHERE key = 'release'"),
        .statement(
            "another program's file", .integrity, .problem, says: "other program", sql: "PRAGMA application_id = 5"),
        .statement(
            "a row that no app can have", .rows, .problem, says: "org.example.tool1002", "--repair",
            sql: "UPDATE app SET name = char(27) || '[31m' WHERE id = 'org.example.tool1002'"),
        .statement(
            "a field of an unknown kind", .rows, .problem, says: "field", "number",
            sql: "UPDATE field SET kind = 'riddle' WHERE app = 'org.example.tool1002' AND key = 'number'"),
        .statement(
            "a date in the future", .dates, .note, says: "org.example.tool1002", "last opened", "2100-01-01",
            sql: "UPDATE app SET lastOpened = 4102444800000 WHERE id = 'org.example.tool1002'"),
        .statement(
            "a scheme that was yielded", .schemes, .note, says: "tool2", "org.example.tool1002", "org.example.tool1003",
            sql: "UPDATE scheme SET yielded = 1 WHERE scheme = 'tool2'; "
                + "UPDATE scheme SET scheme = 'tool2' WHERE scheme = 'also3'"),
        Fault("an icon that is gone", .images, .problem, says: "org.example.tool1000", "--repair") { group in
            let registry = group.registry
            let app = try #require(registry.app(SampleGroup.appID(0))?.record)
            try FileManager.default.removeItem(atPath: #require(registry.imagePath(of: app)))
        },
        Fault("an icon that is another", .images, .problem, says: "org.example.tool1000", "--repair") { group in
            let registry = group.registry
            let app = try #require(registry.app(SampleGroup.appID(0))?.record)
            try BytesOnDisk.write(SampleGroup.image(99), to: #require(registry.imagePath(of: app)))
        },
        Fault(
            "an app that another group has, too", .membership, .problem, says: "org.example.tool1001",
            "org.example.other"
        ) {
            let other = $0.registry("org.example.other")
            try other.storage.write(patience: .zero) { writer in
                try writer.save(
                    AppRecord(
                        id: "org.example.tool1001", name: "Twin", launch: .terminal("/bin/true"),
                        registered: SampleGroup.now))
            }
        },
        Fault("a scheme that another group has, too", .schemes, .note, says: "“tool4”", "org.example.rival", "--group")
        {
            try $0.registry("org.example.other").register(
                AppDescription(
                    id: "org.example.rival", name: "Rival", schemes: ["tool4"], launch: .terminal("/bin/true")))
        },
    ]

    @Test("A diagnosis finds each fault and names it", arguments: faults)
    func finds(fault: Fault) throws {
        try SampleGroup.with(apps: 5) { group in
            try fault.make(group)
            let wrong = group.registry.diagnose().filter { $0.severity != .ok }
            let found = try #require(
                wrong.first { $0.check == fault.check && $0.severity == fault.severity }, "found only \(wrong)")
            let text = found.sentence + " " + (found.remedy ?? "")
            for word in fault.words { #expect(text.contains(word), "\(text)") }
            #expect(text.components(separatedBy: "launcher doctor --repair").count <= 2, "\(text)")
            #expect(!text.unicodeScalars.contains { $0.value < 0x20 })
            #expect(wrong.allSatisfy { $0.check == fault.check }, "\(wrong)")
        }
    }

    @Test("A diagnosis names one remedy if the log was deleted while a program has the registry open")
    func findsDeletedLog() throws {
        try SampleGroup.with { group in
            let open = group.registry
            // The log has every page of so small a registry.
            try open.register(AppDescription(id: "org.example.tool", name: "Tool", launch: .terminal("/bin/true")))
            try FileManager.default.removeItem(atPath: "\(group.database)-wal")
            let found = group.registry.diagnose().filter { $0.severity == .problem }
            #expect(found.map(\.check) == [.integrity])
            let text = found.map { $0.sentence + " " + ($0.remedy ?? "") }.joined()
            #expect(text.contains("launcher doctor --repair"), "\(text)")
            #expect(text.components(separatedBy: "launcher doctor").count == 2, "\(text)")
            withExtendedLifetime(open) {}
        }
    }

    @Test("A diagnosis reports a lock that is held")
    func findsHeldLock() throws {
        try SampleGroup.with(apps: 1) { group in
            var lock = try WriterLock(path: group.container.lock)
            try lock.acquire(patience: .zero)
            let finding = try #require(findings(.lock, group.registry).first)
            lock.release()
            #expect(finding.severity == .note)
            #expect(finding.sentence.contains("has been writing to the group"))
        }
    }

    @Test("A diagnosis says why an app cannot be launched, unless it left the group")
    func findsUnresolvableLaunches() throws {
        try SampleGroup.with(apps: 3) { group in
            try group.registry.unregister(SampleGroup.appID(2))
            let contents = try group.registry.storage.read { try GroupContents($0, isWritable: true) }
            let findings = GroupDiagnosis(group: group.id, contents: contents).findings(
                now: SampleGroup.now,
                availability: { $0.name == "Tool 0 Ünï" ? .installed : .notInstalled("/gone: no such file") },
                images: nil
            ).filter { $0.check == .launches }
            #expect(findings.map(\.subject) == ["org.example.tool1001"])
            #expect(findings.first?.sentence.contains("/gone: no such file") == true)
            let command = "launcher unregister org.example.tool1001 --group \(group.id)"
            #expect(findings.first?.remedy?.hasSuffix(": \(command)") == true)
        }
    }

    @Test("A diagnosis of a group with a custom storage checks only its members")
    func looksAtOtherStorages() throws {
        let kept = Registry(group: "org.example.memory", storage: InMemoryStorage())
        let checks = Set(kept.diagnose().map(\.check))
        #expect(checks == [.launches, .schemes, .membership, .images, .dates])
    }

    @Test("A diagnosis says what the environment lacks")
    func findsMissingHome() {
        let findings = Registry(group: "org.example.homeless", environment: ProcessEnvironment([:])).diagnose()
        #expect(findings.map(\.severity) == [.problem])
        #expect(findings.first?.sentence.contains("HOME") == true)
    }

    @Test("A diagnosis calls no registry empty without naming the log beside it, which the next write overwrites")
    func namesTheLog() throws {
        try SampleGroup.with { group in
            try group.registry.register(
                AppDescription(id: SampleGroup.appID(0), name: "Tool", launch: .terminal("/bin/true")))
            // A small group lives in its log alone, and without this number it is no log.
            var log = try BytesOnDisk.read("\(group.database)-wal")
            log[0] ^= 0xFF
            try BytesOnDisk.write(log, to: "\(group.database)-wal")
            let findings = group.registry.diagnose().filter { $0.severity != .ok }
            #expect(findings.map(\.check) == [.version])
            #expect(findings.first?.sentence.contains("the log beside it is not") == true, "\(findings)")
            #expect(findings.first?.remedy?.contains("\(group.database)-wal") == true)
        }
    }
}
