import TestSupport
import Testing

@testable import AppGroup

/// Damaged images are judged without failing, and never taken for whole ones.
@Suite("Random images")
struct ImageFuzzTests {
    @Test("A PNG image with inserted bytes is refused", arguments: 1...4 as ClosedRange<UInt64>)
    func isNoPNG(seed: UInt64) {
        for seed in Fuzz.seeds(from: seed) {
            var source = RandomSource(seed: seed)
            for _ in 0..<3000 {
                var image = ExampleImage.png
                for _ in 0..<Int.random(in: 1...4, using: &source) {
                    let place = Int.random(in: 0...image.count, using: &source)
                    image.replaceSubrange(place..<min(place + 4, image.count), with: source.bytes(4))
                    image.insert(contentsOf: source.bytes(2), at: Int.random(in: 0...image.count, using: &source))
                }
                #expect(PNGImage.fault(in: image) != nil)
            }
        }
    }

    @Test("A random text is an SVG image only with an svg element", arguments: 1...4 as ClosedRange<UInt64>)
    func mayBeAnSVG(seed: UInt64) {
        let examples = ["<?xml?><!--c--><!DOCTYPE svg [<!ENTITY a ''>]><svg/>", "<svg/>", "<a:svg>"]
        MutatedTexts.each(seed: seed, of: examples, with: "<>?!-[]/svg \u{FEFF}é:") { text in
            if SVGImage.fault(in: Array(text.utf8)) == nil {
                #expect(text.utf8.contains(UInt8(ascii: "<")) && text.contains("svg"), "\(text.debugDescription)")
            }
        }
    }
}
