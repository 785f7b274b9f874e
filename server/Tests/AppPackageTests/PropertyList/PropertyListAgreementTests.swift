import PackageCorpus
import TestSupport
import Testing

@testable import AppPackage

/// Odd and damaged property lists: if one is accepted here, Python's plistlib accepts it, too, and reads the same value.
@Suite("Odd property lists")
struct PropertyListAgreementTests {
    /// Values in XML that both readers accept.
    static let accepted = [
        "<integer>0x1F</integer>", "<integer> 12\n</integer>", "<integer>+7</integer>", "<integer>-0</integer>",
        "<integer>007</integer>", "<integer>-9223372036854775808</integer>", "<integer>0XfF</integer>",
        "<real>1.</real>", "<real>.5</real>", "<real> -1e400 </real>", "<real>+inf</real>", "<real>-Infinity</real>",
        "<real>1E-3</real>", "<real>7</real>", "<date>2000-02-29T23:59:59Z</date>", "<date>0001-01-01T00:00:00Z</date>",
        "<data> Q U I= </data>", "<data/>", "<data>QQ==</data>", "<data>\n\tQUJD\n\tREVG\n</data>",
        "<string/>", "<string></string>", "<string> a\n b </string>", "<string>a<!-- - -->b</string>",
        "<string><![CDATA[<&>]] ]]>c</string>", "<string>&lt;&gt;&amp;&apos;&quot;&#65;&#x1F600;&#xd;</string>",
        "<string>a\r\nb\rc</string>", "<string>]]</string>", "<true></true>", "<false />", "<dict/>", "<array/>",
        "<dict><key/><true/></dict>", "<dict ><key >a</key ><string >b</string ></dict >",
        "<dict>\n<!-- one --><key>a</key><!-- two -->\n<array>\n</array></dict>",
    ]

    /// Documents whose frame is odd.
    static let frames = [
        "<plist><true/></plist>", "<plist version=\"1.0\"><true/></plist >",
        "\u{FEFF}<?xml version=\"1.0\"?><plist><true/></plist>",
        "<?xml version='1.0' standalone='yes'?><!-- a --><!DOCTYPE plist><!-- b --><plist><true/></plist><!-- c -->",
        "<!DOCTYPE plist SYSTEM 'file://localhost/System/Library/DTDs/>.dtd' ><plist><true/></plist>",
    ]

    static let binary: [BinaryDocument] = [
        BinaryDocument([0x14] + [UInt8](repeating: 0xFF, count: 16)),
        BinaryDocument([0x14] + BinaryDocument.number(.max >> 1, 16)),
        BinaryDocument([0x13] + BinaryDocument.number(.max, 8)),
        BinaryDocument([0x12] + BinaryDocument.number(.max, 4)),
        BinaryDocument([0x22, 0x3F, 0xC0, 0, 0]), BinaryDocument([0x5F, 0x10, 1, 0x41]), BinaryDocument([0x60]),
        BinaryDocument([0x5F, 0x13, 0, 0, 0, 0, 0, 0, 0, 2, 0x41, 0x42]),
        BinaryDocument([[0xA2, 0, 0, 1, 0, 0, 1], [0x09]], offsetSize: 5, referenceSize: 3),
        BinaryDocument(
            [0xA2, 1, 2], [0xA2, 2, 2], [0xD1, 3, 4], BinaryDocument.text("a"), BinaryDocument.utf16("é👩")),
    ]

    @Test("An odd property list is read as Python reads it")
    func agrees() throws {
        let start = "<?xml version='1.0' encoding='utf-8' ?>\n<plist version='1.0'>"
        let texts = Self.accepted.map { "\(start)\($0)</plist>\n" } + Self.frames
        let wide = Array("<?xml version='1.0' encoding='UTF-16'?>\r\n<plist><string>é👩</string></plist>".utf16)
        let bigEndian: [UInt8] = wide.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        let littleEndian: [UInt8] = wide.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        var documents: [[UInt8]] = texts.map { Array($0.utf8) }
        documents += [[0xFE, 0xFF] + bigEndian, [0xFF, 0xFE] + littleEndian]
        documents += Self.binary.map(\.bytes)
        for (document, value) in zip(documents, try Plistlib.values(of: documents)) {
            let text = String(decoding: document, as: UTF8.self)
            #expect(throws: Never.self, "\(text)") {
                let read = try PropertyList(bytes: document)
                #expect(read == value, "\(text)")
            }
        }
    }

    @Test("A property list may contain NaN")
    func notANumber() throws {
        let read = try PropertyList(bytes: Array("<plist><real>NaN</real></plist>".utf8))
        guard case .real(let number) = read else { throw PackageError(.refused, "\(read)") }
        #expect(number.isNaN)
    }

    @Test("A damaged property list that is accepted is read as Python reads it", arguments: [1 as UInt64])
    func agreesAfterDamage(first: UInt64) throws {
        for seed in Fuzz.seeds(from: first, usually: .seconds(2)) {
            var source = RandomSource(seed: seed)
            let values = (0..<40).map { _ in PropertyList.random(depth: 2, using: &source) }
            let examples = try Plistlib.documents(of: values).flatMap { [Self.withoutType($0.xml), $0.binary] }
            var accepted: [(document: [UInt8], value: PropertyList)] = []
            for _ in 0..<4000 {
                let document = DamagedPropertyList.make(from: examples, using: &source)
                if let value = try? PropertyList(bytes: document) { accepted.append((document, value)) }
            }
            #expect(accepted.count > 100)
            for (ours, theirs) in zip(accepted, try Plistlib.values(of: accepted.map(\.document))) {
                let line = try Plistlib.line(of: ours.value)
                // Python has no dates before the year 1 or after 9999, and no fractions of microseconds.
                if line.contains(#""date""#), ours.document.starts(with: "bplist".utf8) { continue }
                let theirLine = try theirs.map(Plistlib.line) ?? "refused"
                #expect(line == theirLine, "seed \(seed): \(String(decoding: ours.document, as: UTF8.self))")
            }
        }
    }

    /// Removes the document type, which only Python examines.
    private static func withoutType(_ document: [UInt8]) -> [UInt8] {
        let lines = document.split(separator: UInt8(ascii: "\n")).filter { !$0.starts(with: "<!DOCTYPE".utf8) }
        return Array(lines.joined(separator: [UInt8(ascii: "\n")]))
    }
}
