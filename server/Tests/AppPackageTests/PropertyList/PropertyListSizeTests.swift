import PackageCorpus
import Testing

@testable import AppPackage

/// If time grew with the square of the size, each of these would take minutes.
@Suite("The largest property lists", .timeLimit(.minutes(20)))
struct PropertyListSizeTests {
    private static let room = (1 << 20) - 200

    private static func filled(_ start: String, _ filling: String, _ end: String = "") -> HostilePropertyList {
        .init(
            start + filling, "<plist>\(start)\(String(repeating: filling, count: room / filling.utf8.count))\(end)", "")
    }

    static let documents: [HostilePropertyList] = [
        filled("<string>", "a", "</string></plist>"), filled("<string>", "&#10;", "</string></plist>"),
        filled("<string>", "]]&gt;", "</string></plist>"), filled("<string>", "<!---->", "</string></plist>"),
        filled("<string>", "<![CDATA[]]>", "</string></plist>"),
        filled("<string>", "a\u{301}\u{323}", "</string></plist>"),
        filled("<string>", "\u{301}\u{323}"), filled("<dict><key>", "\u{301}\u{323}"), filled("<", "\u{301}\u{323}"),
        filled("<integer>0", "\u{301}\u{323}"), filled("<real>", "1"), filled("<real>0.", "3", "</real></plist>"),
        filled("<integer>", "0", "7</integer></plist>"), filled("<integer>", "9", "</integer></plist>"),
        filled("<data>", "QUJD", "</data></plist>"), filled("<data>", "="), filled("", "\n"), filled("", "<!-- -->"),
        filled("<!--", "-"), filled("<!--", " "), filled("<![CDATA[", "]"), filled("<string>", "&"), filled("", "<"),
        filled("<", "a"), filled("<true", " "), filled("<date>", "2"), filled("", "\r\n"), filled("", "<array>"),
        filled("<array>", "<array/>"), filled("<dict>", "<key/>"), filled("<string>", "]"),
        .init(
            "a key again and again",
            BinaryDocument(
                [BinaryDocument.object(10, count: 10_000, [UInt8](repeating: 1, count: 10_000)), [0xD1, 2, 3]]
                    + [BinaryDocument.utf16(String(repeating: "e\u{301}\u{323}", count: 30)), [0x09]],
                offsetSize: 4, referenceSize: 1), ""),
        .init(
            "a long dictionary",
            BinaryDocument(
                [
                    [0xDF, 0x11, 0x60, 0]
                        + (0..<2).flatMap { _ in (1...0x6000).flatMap { BinaryDocument.number($0, 2) } }
                ]
                    + (1...0x6000).map { BinaryDocument.text(String($0)) },
                offsetSize: 4, referenceSize: 2), ""),
    ]

    @Test("The largest property list is read within its time", arguments: documents)
    func isFast(document: HostilePropertyList) {
        #expect(document.bytes.count <= PropertyListLimits.standard.bytes)
        _ = try? PropertyList(bytes: document.bytes)
    }
}
