import AppGroup
import Foundation
import TestSupport
import Testing

/// More than a person would do.
@Suite("Load on the window", .ownGroup, .serialized) struct LoadTests {
    @Test("A PNG file of 8,000 × 8,000 pixels takes little memory, and its app has a small image of it, or initials")
    func hugeImage() async throws {
        let huge = "\(TestGroup.current.folder)/huge.png"
        let size: Int = try await Python.run(
            """
            import struct, zlib
            def chunk(kind, data):
                return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            rows, check, pack = (b"\\0" + b"\\xff\\0\\0\\xff" * 8000) * 100, 1, zlib.compressobj(9)
            # Each block stands for itself, so one is compressed and serves for all.
            block = pack.compress(rows) + pack.flush(zlib.Z_FULL_FLUSH)
            for _ in range(80): check = zlib.adler32(rows, check)
            pixels = block[:2] + block[2:] * 80 + b"\\3\\0" + struct.pack(">I", check)
            image = (b"\\x89PNG\\r\\n\\x1a\\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 8000, 8000, 8, 6, 0, 0, 0))
                     + chunk(b"IDAT", pixels) + chunk(b"IEND", b""))
            answer = open(given, "wb").write(image)
            """, given: huge)
        #expect(size < AppIcon.maximumSize)
        let registry = TestGroup.current.registry
        // It takes the place of an image that was registered, since the registry refuses it.
        let id = try WindowGroup.add("huge", icon: .png(ExampleImage.png))
        let path = try #require(try registry.app(id).flatMap { registry.imagePath(of: $0.record) })
        /// The most memory that a process has had, in kB.
        func peak(of process: RunningProcess) throws -> Int {
            let status = try String(contentsOfFile: "/proc/\(process.id)/status", encoding: .utf8)
            return try #require(status.firstMatch(of: /VmHWM:\s+(\d+) kB/).flatMap { Int($0.output.1) })
        }
        try await Screen.with { screen in
            let other = try await screen.show(tiles: ["Huge"])
            let usual = try peak(of: other)
            try await screen.end(other)
            try FileManager.default.removeItem(atPath: path)
            try FileManager.default.moveItem(atPath: huge, toPath: path)
            let window = try await screen.show(tiles: ["Huge"])
            #expect(
                try await comesTrue {
                    let hasInitials = try await screen.elements().contains { $0.role == "label" && $0.name == "HU" }
                    if hasInitials || !window.isRunning { return true }
                    return (try? await screen.pixels([0, 60, 130, 80]))?.joined().contains([255, 0, 0]) == true
                })
            // All pixels would be 256 MB.
            #expect(try peak(of: window) < usual + 40_000)
            try await screen.end(window)
        }
    }

    @Test(
        "Names of 60 emoji and in Arabic are shown whole to assistive technology, in tiles that stay inside the window")
    func names() async throws {
        let emoji = String(repeating: "😀", count: 60)
        let arabic = "صندوق الوارد للرسائل الجديدة جدا في كل المجلدات"
        try WindowGroup.add("emoji", called: emoji, badge: 1 << 53 - 1)
        try WindowGroup.add("arabic", called: arabic)
        try await Screen.with { screen in
            let window = try await screen.show()
            try await screen.wait("both, in their places", window) { elements in
                Set(elements.tiles) == ["\(emoji), 9007199254740991", arabic]
                    && elements.allSatisfy { !["table cell", "frame"].contains($0.role) || $0.box[2] > 0 }
            }
            let elements = try await screen.elements()
            let frame = try #require(elements.first { $0.role == "frame" })
            for cell in elements where cell.role == "table cell" {
                #expect(cell.box[2] < 200 && cell.box[0] + cell.box[2] <= frame.box[0] + frame.box[2], "\(cell)")
            }
            try await screen.record("names")
            try await screen.end(window)
        }
    }
}
