/// The gaps between words on a page whose words are placed one by one.
///
/// Two words follow each other as words, and not as cells of two columns, if most lines that begin something there have the
/// same two words, such as "Refused (see". So does a word that begins where most lines begin nothing.
struct WordGaps {
    /// A narrow gap before a string.
    struct Gap {
        /// In parts of the font size.
        let width: Double
        /// Where the string begins and ends, in whole points.
        let start: Int
        let end: Int
        /// The index of its first run. The run before it ends the word before the gap.
        let run: Int
    }

    /// The widths, rounded.
    private(set) var widths: Set<Int> = []

    /// The positions where most lines have the same two words.
    private(set) var phrases: Set<Int> = []

    /// How many widths are distinguished within the font size.
    private static let precision = 50.0

    /// - Parameters:
    ///   - some: How many gaps of one width are more than chance.
    ///   - isShared: Whether most lines begin a string at a position.
    ///   - isEnd: Whether most lines end a string at a position.
    init(_ gaps: [Gap], _ page: PageText, some: Int, isShared: (Int) -> Bool, isEnd: (Int) -> Bool) {
        var majorities: [Int: Majority] = [:]
        for gap in gaps where isShared(gap.start) {
            majorities[gap.start, default: Majority()].add(Self.words(at: gap.run, page))
        }
        var counts: [Int: Int] = [:]
        for gap in gaps where isShared(gap.start) {
            majorities[gap.start]?.count(Self.words(at: gap.run, page))
        }
        phrases = Set(majorities.filter { $0.value.isClear }.keys)
        for gap in gaps where isShared(gap.start) ? phrases.contains(gap.start) : !isEnd(gap.end) {
            counts[Self.rounded(gap.width), default: 0] += 1
        }
        for (width, count) in counts where count >= some { widths.formUnion([width - 1, width, width + 1]) }
    }

    static func rounded(_ width: Double) -> Int { Int((width * precision).rounded()) }

    /// A hash of the words around a gap.
    private static func words(at run: Int, _ page: PageText) -> Int {
        var hasher = Hasher()
        for index in [run - 1, run] { hasher.combine(page.bytes[page.runs[index].text]) }
        return hasher.finalize()
    }

    /// Finds a value that occurs more often than all others together: with one pass for a candidate, and one that counts it.
    private struct Majority {
        private var candidate = 0
        private var lead = 0
        private var (all, same) = (0, 0)

        mutating func add(_ value: Int) {
            all += 1
            if lead == 0 { candidate = value }
            lead += value == candidate ? 1 : -1
        }

        mutating func count(_ value: Int) { same += value == candidate ? 1 : 0 }

        var isClear: Bool { same > all / 2 && same > 1 }
    }
}
