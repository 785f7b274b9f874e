import PackageCorpus
import TestSupport

/// Property lists with random damage.
enum DamagedPropertyList {
    private static let pieces = [
        "<array>", "</array>", "<dict>", "</dict>", "<key>", "</key>", "<key>a</key>", "<string>", "</string>",
        "<integer>",
        "<true/>", "<![CDATA[", "]]>", "<!--", "-->", "&amp;", "&#x0;", "&#55296;", "&", "<", ">", "\"", "]]",
        "</plist>", "<plist>",
        "<!DOCTYPE plist [", "<?xml version=\"1.0\"?>", "=", "0x", "-", "9999999999", "\r", "\u{FEFF}", "\u{301}", " ",
        "\0", "Z",
        "bplist00",
    ].map { Array($0.utf8) }

    /// One of the examples with a few changes; in binary ones more often near the end, where the table and the trailer are.
    static func make(from examples: [[UInt8]], using source: inout RandomSource) -> [UInt8] {
        var document = examples[source.below(examples.count)]
        for _ in 0...source.below(4) {
            guard !document.isEmpty else { break }
            let place =
                source.below(3) == 0 ? max(0, document.count - 1 - source.below(60)) : source.below(document.count)
            let end = min(document.count, place + source.below(12))
            switch source.below(7) {
            case 0: document[place] ^= 1 << UInt8(source.below(8))
            case 1: document[place] = UInt8(truncatingIfNeeded: source.next())
            case 2: document.removeSubrange(place..<end)
            case 3: document.insert(contentsOf: document[place..<end], at: source.below(document.count))
            case 4: document.insert(contentsOf: pieces[source.below(pieces.count)], at: place)
            case 5: document[place] = [0, 1, 8, 0x7F, 0x80, 0xFF][source.below(6)]
            default: document[place] = document[source.below(document.count)]
            }
        }
        return document
    }
}
