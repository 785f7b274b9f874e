import AppGroupPlatform
import Foundation
import Testing

@testable import AppGroup

@Suite("Replacing a registry")
struct RegistryReplacementTests {
    @Test("A replacement that is cut off before its last step keeps everything in a damaged registry's log")
    func keepsWhatTheLogHeld() throws {
        try SampleGroup.with(apps: 40) { group in
            try group.emptyLog()
            try group.registry.setBadge(4711, of: SampleGroup.appID(1))
            var file = try BytesOnDisk.read(group.database)
            file.replaceSubrange(0..<100, with: [UInt8](repeating: 0x41, count: 100))
            try BytesOnDisk.write(file, to: group.database)
            let old = RegistrySalvage(file: file, log: try BytesOnDisk.read("\(group.database)-wal"))
            // What was never made cannot be put in place: all steps but that one are done.
            let new = StagedRegistry(in: group.container)
            #expect(throws: SystemError.notFound) {
                try RegistryReplacement(container: group.container, patience: .zero, now: SampleGroup.now)
                    .install(new, keepingOldAs: "damaged", folded: old.folded)
            }
            let left = try BytesOnDisk.read(group.database)
            #expect(left.prefix(100) == file.prefix(100))
            #expect(try !group.files().contains("registry.sqlite-wal"))
            let salvage = try #require(group.registry.repair().salvage)
            #expect(salvage.apps == 40)
            #expect(try group.registry.app(SampleGroup.appID(1))?.badge == 4711)
        }
    }

    @Test("A replacement that is cut off before its last step leaves an intact registry as it was")
    func leavesSoundStore() throws {
        try SampleGroup.with(apps: 40) { group in
            let open = group.registry
            let before = try group.state()
            let new = StagedRegistry(in: group.container)
            #expect(throws: SystemError.notFound) {
                try RegistryReplacement(container: group.container, patience: .zero, now: SampleGroup.now)
                    .install(new, keepingOldAs: "before-restore")
            }
            #expect(try group.state() == before)
            try open.setBadge(5, of: SampleGroup.appID(1))
            #expect(try group.registry.app(SampleGroup.appID(1))?.badge == 5)
            #expect(try SQLiteTool.query(group.database, "PRAGMA integrity_check") == ["ok"])
        }
    }
}
