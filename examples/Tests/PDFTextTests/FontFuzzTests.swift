import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@testable import PDFText

@Suite("Hostile fonts", .timeLimit(.minutes(20)))
struct FontFuzzTests {
    /// Asks a font everything. It has 256 texts, none of them long.
    private func read(_ bytes: [UInt8]) {
        guard let file = FontFile(bytes) else { return }
        for texts in [file.texts, file.guessedTexts] {
            #expect(texts.count == 256)
            #expect(texts.allSatisfy { ($0?.utf8.count ?? 0) <= 128 })
        }
        for glyph in [-1, 0, 1, 5, 255, 65_535, Int.max] { _ = file.text(ofGlyph: glyph) }
    }

    @Test("Every font is recognized by its first bytes", arguments: FontCorpus.fonts)
    func kinds(name: String) throws {
        let file = try FontFile(FontCorpus.font(name))
        switch (try #require(file), name.prefix(3)) {
        case (.type1, "typ"), (.cff, "cff"), (.trueType, "tru"): break
        default: Issue.record("\(name)")
        }
    }

    @Test("A font that is cut short at any byte can be read", arguments: FontCorpus.fonts)
    func truncated(name: String) throws {
        let bytes = try FontCorpus.font(name)
        for length in 0..<bytes.count { read(Array(bytes[..<length])) }
    }

    @Test("A font with damaged bytes can be read (fuzz)")
    func damaged() throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = RandomSource(seed: seed)
        let fonts = try FontCorpus.fonts.map(FontCorpus.font)
        let end = ContinuousClock.now + Fuzz.duration(usually: .seconds(2))
        while ContinuousClock.now < end {
            var bytes = random.pick(fonts)
            for _ in 0..<Int.random(in: 1...12, using: &random) {
                let index = Int.random(in: 0..<bytes.count, using: &random)
                let isExtreme = random.isOnce(in: 3)
                bytes[index] = isExtreme ? random.pick([0, 1, 0x7F, 0x80, 0xFF]) : random.pick(Array(0...255))
            }
            read(bytes)
        }
    }

    /// A TrueType font with these tables.
    private func font(_ tables: [(tag: String, bytes: [UInt8])]) -> [UInt8] {
        var file = Self.long(0x0001_0000) + Self.short(tables.count) + [0, 0, 0, 0, 0, 0]
        var offset = file.count + 16 * tables.count
        for (tag, bytes) in tables {
            file += Array(tag.utf8) + Self.long(0) + Self.long(offset) + Self.long(bytes.count)
            offset += bytes.count
        }
        return tables.reduce(file) { $0 + $1.bytes }
    }

    private static func short(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }

    private static func long(_ value: Int) -> [UInt8] { short(value >> 16) + short(value & 0xFFFF) }

    /// Maps that claim more than they contain.
    enum Endless: CaseIterable {
        case groups, segments

        var bytes: [UInt8] { self == .groups ? FontFuzzTests.groups : FontFuzzTests.segments }
    }

    /// A map of 1,000 groups with all characters each.
    private static let groups: [UInt8] =
        short(0) + short(1) + short(3) + short(10) + long(12) + short(12) + short(0) + long(0) + long(0)
        + long(1_000_000) + (0..<1000).flatMap { _ in long(0) + long(0x10_FFFF) + long(1) }

    /// A map that claims 32,767 segments with all codes each. The file holds only the first ones.
    private static let segments: [UInt8] =
        short(0) + short(1) + short(3) + short(1) + long(12) + short(4) + short(0xFFFF) + short(0) + short(0xFFFE)
        + short(0) + short(0) + short(0) + [UInt8](repeating: 0xFF, count: 0xFFFE) + short(0)
        + [UInt8](repeating: 0, count: 0x2_FFFA)

    @Test("A font that claims more characters than there are is read within its limits", arguments: Endless.allCases)
    func endless(map: Endless) {
        let maps = CharacterMaps(FontBytes(map.bytes))
        #expect(maps.glyphs.count <= 0x2_0000)
        #expect(!maps.glyphs.isEmpty)
        read(font([("cmap", map.bytes)]))
    }

    @Test("A CFF font that claims 65,535 glyphs and shows none has no text")
    func emptyGlyphs() {
        let top: [UInt8] = [29, 0, 0, 0, 40, 17, 29, 0, 0, 0, 34, 15]
        let header: [UInt8] = [1, 0, 4, 1, 0, 0, 0, 1, 1, 1, UInt8(top.count + 1)] + top + [0, 0, 0, 0]
        let charset: [UInt8] = [2, 0, 1, 255, 255, 0]
        let bytes = header + [UInt8](repeating: 0, count: 34 - header.count) + charset + Self.short(0xFFFF)
        read(bytes + [1] + [UInt8](repeating: 1, count: 0x1_0000))
        read(bytes)
    }

    @Test("A PDF with a thousand large fonts is read with little memory")
    func memory() throws {
        var writer = PDFWriter()
        let names = Self.long(0x0002_0000) + [UInt8](repeating: 255, count: 500_000)
        let own = font([("cmap", Self.groups), ("post", names)])
        writer.object(1, "<< /Type /Catalog /Pages 2 0 R >>")
        writer.object(2, "<< /Type /Pages /Kids [3 0 R] /Count 1 >>")
        let all = (10..<1010).map { "/F\($0) \($0) 0 R" }.joined(separator: " ")
        writer.object(3, "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << \(all) >> >> >>")
        writer.stream(4, Array((10..<1010).map { "BT /F\($0) 9 Tf (a) Tj ET\n" }.joined().utf8))
        writer.stream(5, own)
        for number in 10..<1010 {
            let descriptor = "<< /Flags 4 /FontFile2 5 0 R >>"
            writer.object(
                number, "<< /Type /Font /Subtype /TrueType /BaseFont /A /FontDescriptor \(descriptor) >>")
        }
        let folder = try TemporaryFolder()
        let file = try folder.write("fonts.pdf", writer.finish())
        let result = try Python.run("peak_memory.py", Program.built("visa").path, "inspect", file)
        withExtendedLifetime(folder) {}
        let kilobytes = try #require(result.firstMatch(of: /peak (\d+)/).flatMap { Int($0.1) })
        #expect(kilobytes < 80_000)
    }
}
