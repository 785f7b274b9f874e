import Foundation
import TestSupport
import Testing

@testable import LauncherStore

@Suite("Private files")
struct PrivateFileTests {
    @Test("The command that protects a file works even if there are spaces in its path")
    func advice() throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("my home/a login", [1])
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: path)
        let error = #expect(throws: ClientError.self) { try PrivateFile.contents(of: path, limit: 10) }
        let description = try #require(error?.description)
        let command = try #require(description.firstMatch(of: /run: (.*), then/)?.1)
        #expect(try Finished.run(["/bin/sh", "-c", String(command)], environment: [:]).status == 0)
        #expect(try PrivateFile.contents(of: path, limit: 10) == [1])
    }
}
