import Foundation
import ServerTestSupport
import TestSupport
import Testing

struct PackagedServiceTests {
    /// What systemd gives to `/bin/sh`: within single quotes, two backslashes stand for one, and two dollar signs for one.
    private func condition() throws -> String {
        let unit = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../../../../packaging/debian/app-group-server.catalog-server.service").standardized
        let lines = try String(contentsOf: unit, encoding: .utf8).split(separator: "\n")
        let (start, end) = ("ExecCondition=/bin/sh -c '", "'")
        let line = try #require(lines.first { $0.hasPrefix(start) && $0.hasSuffix(end) })
        let quoted = line.dropFirst(start.count).dropLast(end.count)
        try #require(!quoted.contains("'"), "systemd removes quotes inside of the quoted word")
        return String(quoted).replacing(#"\\"#, with: #"\"#).replacing("$$", with: "$")
    }

    @Test(
        arguments: [(#"{"databaseConnections": 4}"#, 1), (#"{"database": "postgres://db.example.com/catalog"}"#, 0)]
            as [(String, Int32)])
    func `Without a catalog in its folder, the packaged service starts only if its settings name a database`(
        settings: String, status: Int32
    ) async throws {
        let folder = try TemporaryFolder()
        let file = try folder.write("settings.json", Array(settings.utf8))
        let command = try condition().replacing("/etc/catalog-server/settings.json", with: file)
            .replacing("/var/lib/catalog-server/", with: "\(folder.path)/")
        let answer = try await Finished.run(["/bin/sh", "-c", command], environment: ["PATH": "/usr/bin:/bin"])
        #expect(answer.status == status, "\(answer)")
        _ = try folder.write("catalog.sqlite", [])
        let later = try await Finished.run(["/bin/sh", "-c", command], environment: ["PATH": "/usr/bin:/bin"])
        #expect(later.status == 0, "\(later)")
    }
}
