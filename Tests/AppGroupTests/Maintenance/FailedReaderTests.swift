import Testing

@testable import AppGroup

@Suite("Readers that fail")
struct FailedReaderTests {
    @Test("A reader that fails leaves the log of a damaged registry alone")
    func leavesLogAlone() throws {
        try SampleGroup.with(apps: 2) { group in
            try group.emptyLog()
            try group.registry.setBadge(4711, of: SampleGroup.appID(1))
            let log = try BytesOnDisk.read("\(group.database)-wal")
            try BytesOnDisk.write("text".utf8, to: group.database)
            #expect(throws: AppGroupError.self) { try group.registry.apps() }
            #expect(try BytesOnDisk.read("\(group.database)-wal") == log)
            #expect(try BytesOnDisk.read(group.database) == Array("text".utf8))
        }
    }
}
