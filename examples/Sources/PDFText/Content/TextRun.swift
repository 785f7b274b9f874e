/// Glyphs that stand side by side without a gap, measured along their own line.
struct TextRun {
    /// Where the text lies in the page's.
    var text: Range<Int>
    /// Which way it is written, as a rough number that is equal for equal directions.
    let direction: Int
    /// Where it begins and ends along its direction, in points.
    var start: Double
    var end: Double
    /// How far up it stands across its direction.
    let height: Double
    /// The size of its font as it is shown.
    let size: Double
    /// Whether the PDF moved here to show it, instead of going on after what came before.
    let isPlaced: Bool
    /// How many blanks were shown just before it.
    let blanks: Int
    /// The same for runs that follow each other from one place to which the PDF moved.
    let chain: Int
}

/// What a page's content shows as text.
struct PageText {
    var bytes: [UInt8] = []
    var runs: [TextRun] = []
    /// What is drawn beside the text that may rule a table.
    var edges: [Edge] = []
    var showsImages = false
    /// Fonts of which glyphs were shown that nothing says the text of.
    var fontsWithoutMap: Set<String> = []
    /// Whether a part was damaged, so that text may be missing.
    var isDamaged = false
    /// Whether a part was left out since it is larger than any honest page's.
    var isTooLarge = false
}
