import TestSupport
import Testing

@testable import AppGroupText

@Suite struct DisplayWidthTests {
    @Test(arguments: [
        ("", 0), ("inbox", 5), ("Почта", 5), ("メール", 6), ("信箱", 4), ("메일", 4), ("Ελλ", 3), ("ﾒｰﾙ", 3), ("Ａ１", 4),
        ("a\tb\r\n\u{1B}", 2), ("±·…", 3),
    ])
    func `Plain text takes one column for each letter, or two if it is wide`(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test(arguments: [
        ("e\u{301}", 1), ("กำ", 2), ("हिन्दी", 5), ("שָׁ", 1), ("한", 2), ("ᄒ\u{1161}\u{11AB}", 2), ("か\u{3099}", 2),
        ("می\u{200C}خواهم", 7), ("\u{301}", 0), ("\u{FEFF}", 0), ("co\u{AD}op", 5),
    ])
    func `Marks and joiners have no width`(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }

    @Test(arguments: [
        "📬", "👍🏽", "✌🏽", "✌️", "❤️", "1️⃣", "#️⃣", "🇩🇪", "👩‍💻", "👨‍👩‍👧‍👦", "👩🏻‍❤️‍💋‍👩🏼", "🏳️‍🌈", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "⛹🏽‍♀️", "❤‍🔥", "🫪",
    ])
    func `An emoji takes two columns, no matter how many scalars it has`(emoji: String) {
        #expect(emoji.count == 1)
        #expect(DisplayWidth.of(emoji) == 2)
    }

    @Test(arguments: [("❤", 1), ("✌", 1), ("©", 1), ("1\u{20E3}", 1), ("🇩", 1), ("©\u{200D}", 1)])
    func `A symbol without an emoji selector takes one column`(text: String, width: Int) {
        #expect(DisplayWidth.of(text) == width)
    }
}

/// Compares every width with `wcwidth`, version 0.2.5 in Debian 12, which supports Unicode up to 15.0.
@Suite struct DisplayWidthOracleTests {
    /// All permitted differences, with their reasons.
    static let differences: [(scalars: ClosedRange<UInt32>, ours: Int)] = [
        // These are not drawn: default ignorables of the category Format.
        (0x061C...0x061C, 0), (0x180E...0x180E, 0), (0x2064...0x2064, 0), (0x2066...0x206F, 0), (0xFEFF...0xFEFF, 0),
        (0x1BCA0...0x1BCA3, 0), (0x1D173...0x1D17A, 0),
        // Vowels and finals of conjoining jamo are drawn inside the initial, which is wide.
        (0x1160...0x11FF, 0), (0xD7B0...0xD7C6, 0), (0xD7CB...0xD7FB, 0),
        // Wide since Unicode 16.
        (0x2630...0x2637, 2), (0x268A...0x268F, 2), (0x4DC0...0x4DFF, 2), (0x1D300...0x1D356, 2),
        (0x1D360...0x1D376, 2),
        // A nonspacing mark before Unicode 16, a spacing one since.
        (0x1171E...0x1171E, 1),
    ]

    @Test func `Every scalar in planes 0 and 1 has the width of wcwidth, except for the listed differences`() throws {
        let scalars = (0..<0x20000).compactMap(Unicode.Scalar.init).filter { scalar in
            scalar.properties.age.map { ($0.major, $0.minor) <= (15, 0) } ?? false
        }
        let theirs: [Int] = try Python.run(
            """
            from wcwidth import wcwidth
            answer = [max(0, wcwidth(chr(scalar))) for scalar in given]
            """, given: scalars.map(\.value))

        var unequal: [UInt32: Int] = [:]
        for (scalar, width) in zip(scalars, theirs) where DisplayWidth.of(scalar) != width {
            unequal[scalar.value] = DisplayWidth.of(scalar)
        }
        let listed = Self.differences.flatMap { range, ours in range.map { ($0, ours) } }
        #expect(scalars.count > 80_000 && theirs.count == scalars.count)
        #expect(unequal == Dictionary(uniqueKeysWithValues: listed))
    }

    @Test func `Text without emoji sequences has the width of wcswidth`() throws {
        let texts = [
            "Briefkästen", "Входящие письма", "Ταχυδρομείο", "收件箱 (12)", "受信トレイ", "ﾒｰﾙﾎﾞｯｸｽ", "받은 편지함", "กล่องจดหมาย",
            "इनबॉक्स", "ইনবক্স", "உள்பெட்டி", "דואר נכנס", "البريد الوارد", "e\u{301}\u{323}", "naïve café", "ｆｕｌｌ ｗｉｄｔｈ",
            "box ┌─┐", "★☆♥", "📬 mail 🚀", "𠀀𪜀", "𝒜𝔸", "①②③", "€ £ ¥", "ཨོཾ་མ་ཎི", "မြန်မာ", "ខ្មែរ",
        ]
        let theirs: [Int] = try Python.run(
            "from wcwidth import wcswidth\nanswer = [wcswidth(text) for text in given]", given: texts)
        #expect(texts.map { DisplayWidth.of($0) } == theirs)
    }

    @Test func `An emoji sequence has the width of one glyph, unlike in wcswidth`() throws {
        let sequences = ["👍🏽": 4, "👩‍💻": 4, "👨‍👩‍👧‍👦": 8, "🏳️‍🌈": 3, "❤️": 1, "1️⃣": 1, "🇩🇪": 2, "🏴󠁧󠁢󠁥󠁮󠁧󠁿": 8]
        let theirs: [String: Int] = try Python.run(
            "from wcwidth import wcswidth\nanswer = {text: wcswidth(text) for text in given}",
            given: sequences.keys.sorted())
        #expect(theirs == sequences)
        #expect(sequences.keys.allSatisfy { DisplayWidth.of($0) == 2 })
    }
}
