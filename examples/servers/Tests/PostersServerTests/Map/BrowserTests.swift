import Foundation
import Synchronization
import TestSupport
import Testing

@testable import PostersServer

@Suite("The map in a browser")
struct BrowserTests {
    @Test(
        "People look around, open clusters and reports, with a mouse, fingers or keys, with and without tiles and a network"
    )
    func map() async throws {
        for hasTiles in [false, true] {
            let tiles = try FreePort.take()
            let template = try TileTemplate(
                "http://127.0.0.1:\(tiles)/{z}/{x}/{y}.png", attribution: "© Map <makers> & \"co\"")
            let posters = try await Posters()
            try await posters.fill(2000)
            let eve = try await posters.addUser("eve", .supervisor)
            let number = Mutex(0)
            try await posters.serve { client in
                let photo = try await client.upload(try await Self.photo(), by: eve)
                let filed = try await client.number(
                    by: eve,
                    [
                        "photos": [photo], "place": ["lat": 50.9, "long": 31.5],
                        "company": #""ТОВ «Ромашка»", O'Brien <b> & Co"#,
                    ])
                _ = try await client.decide(filed, "confirmed", by: eve, ["publishPhotos": true])
                number.withLock { $0 = filed }
            }
            let folder = URL(filePath: #filePath).deletingLastPathComponent()
            let screenshots = ProcessInfo.processInfo.environment["SCREENSHOTS"] ?? posters.folder.path
            let report = number.withLock { $0 }
            try await posters.listen(tiles: hasTiles ? template : nil) { address in
                let finished = try await Finished.run(
                    [
                        Python.interpreter.path, "-B", folder.appending(path: "map_pages.py").path, address,
                        screenshots,
                        "\(report)",
                    ] + (hasTiles ? ["\(tiles)"] : []))
                #expect(finished.status == 0, "\(finished.errors)")
            }
        }
    }

    /// A picture that a browser can show.
    private static func photo() async throws -> [UInt8] {
        let answer: String = try await Python.run(
            """
            import io
            from PIL import Image, ImageDraw
            image = Image.new("RGB", (800, 600), "#7a8f9c")
            draw = ImageDraw.Draw(image)
            draw.rectangle((250, 60, 550, 540), fill="#f4e04d", outline="#333", width=8)
            draw.text((300, 250), "WORK ABROAD 044 ...", fill="#222")
            data = io.BytesIO()
            image.save(data, "JPEG")
            answer = base64.b64encode(data.getvalue()).decode()
            """, given: 0)
        return Array(try #require(Data(base64Encoded: answer)))
    }
}
