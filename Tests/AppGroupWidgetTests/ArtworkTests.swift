import AppGroup
import TestSupport
import Testing

@testable import AppGroupWidget

struct ArtworkTests {
    @Test("A registered image is shown unchanged")
    func whole() {
        #expect(Artwork(ExampleImage.png, format: .png) == .png(ExampleImage.png))
        #expect(Artwork(ExampleImage.svg, format: .svg) == .svg(ExampleImage.svg))
        #expect(Artwork(ExampleImage.png, format: .png)?.dataURL.hasPrefix("data:image/png;base64,iVBORw0KGgo") == true)
    }

    @Test("A damaged image is not shown", arguments: [0, 20, 45, 68])
    func damaged(position: Int) {
        var bytes = ExampleImage.png
        bytes[position] ^= 1
        #expect(Artwork(bytes, format: .png) == nil)
        #expect(Artwork(Array(bytes[..<position]), format: .png) == nil)
    }

    @Test("An image that needs too much memory to draw is not shown, although a group accepts it")
    func huge() throws {
        #expect(Artwork(ExampleImage.png(width: 1024, height: 1), format: .png) != nil)
        #expect(Artwork(ExampleImage.png(width: 1025, height: 1), format: .png) == nil)
        #expect(Artwork(ExampleImage.png(width: 1, height: 8192), format: .png) == nil)
        let padded = ExampleImage.svg + Array(repeating: UInt8(ascii: " "), count: Artwork.maximumSize)
        #expect(Artwork(padded, format: .svg) == nil)
    }

    @Test(
        "An SVG image that defines entities or is invalid is not shown",
        arguments: [
            "<!DOCTYPE svg [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]><svg>&b;</svg>", "<html/>", "",
        ])
    func hostile(text: String) {
        #expect(Artwork(Array(text.utf8), format: .svg) == nil)
    }
}
