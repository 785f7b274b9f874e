import AppCatalog
import AppGroup
import Foundation
import TestSupport
import Testing

@testable import CatalogServer

@Suite("The pages in a browser without scripts")
struct BrowserTests {
    /// A program for 64-bit ARM on iOS: the header of a Mach-O file and the load command that names the platform.
    private static let programForIOS: [UInt8] = {
        let words: [UInt32] = [0xFEED_FACF, 0x0100_000C, 0, 2, 1, 24, 0, 0, 0x32, 24, 2, 0x000F_0000, 0x0012_0000, 0]
        return words.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) } }
    }()

    @Test("A user logs in and sees their packages, and a publisher publishes one", arguments: ServerPlace.allCases)
    func pages(_ place: ServerPlace) async throws {
        let server = try await place.start()
        let root = try await server.addUser("root", role: .administrator)
        let ben = try await server.addUser("ben")
        _ = try await server.addUser("eve", role: .publisher)
        let name = "Rooms &lt;b&gt;&amp;\"'"
        for (version, program) in [("1.0", nil), ("1.1", nil), ("1.2", Self.programForIOS)] as [(String, [UInt8]?)] {
            try await server.publish(
                SamplePackage(version, name: name, executable: program, in: server.folder), as: root)
        }
        try await server.publish(SamplePackage(id: "org.example.other", in: server.folder), as: root)
        try await server.grant("org.example.rooms", to: ben)
        let upload = try SamplePackage("2.0", id: "org.example.visa", name: "Visa", in: server.folder)
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "pages.py").path
        let screenshots = ProcessInfo.processInfo.environment["SCREENSHOTS"] ?? server.folder.path
        let finished = try await Finished.run(
            [Python.interpreter.path, "-B", script, server.url, screenshots, upload.path])
        #expect(finished.status == 0, "\(finished.errors)")
    }
}
