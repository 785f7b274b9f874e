/// Glyphs that stand side by side without a gap. Positions are measured along their own line.
struct TextRun {
    /// The range of its text in ``PageText/bytes``.
    var text: Range<Int>
    /// The direction of writing, rounded to a number that is equal for equal directions.
    let direction: Int
    /// The position at which it begins along its direction, in points.
    var start: Double
    /// The position at which it ends.
    var end: Double
    /// The position across its direction, upward.
    let height: Double
    /// The size of its font on the page.
    let size: Double
    /// Whether the PDF moved here to show it, instead of going on where the run before ended, or after its blanks.
    let isPlaced: Bool
    /// Whether the PDF only moved along the line after one blank, as justified text does between words.
    let isSpread: Bool
    /// How many blanks were shown just before it.
    let blanks: Int
    /// The index of the first run since the PDF last moved: equal for runs that continue each other.
    let chain: Int
}

/// The text that a page's content shows.
struct PageText {
    var bytes: [UInt8] = []
    var runs: [TextRun] = []
    /// The edges that may be ruled lines of a table.
    var edges: [Edge] = []
    /// The area of all images together, in square points; nil if there are none.
    var imageArea: Double?
    /// The images that hide what was drawn before them, up to a limit, and how many runs there were.
    var covers: [(box: PageBox, runs: Int)] = []
    /// The rectangles that hide or strike out what was drawn before them, up to a limit, and how many runs there were.
    var patches: [(box: PageBox, runs: Int)] = []
    /// How many curves there are. The outline of a letter has a few.
    var curves = 0
    /// Whether there is a pattern or a shading, which may show anything.
    var hasPattern = false
    /// Whether any text is invisible, as text that was recognized in an image below it.
    var hasInvisibleText = false
    /// The fonts of glyphs without a known text.
    var fontsWithoutMap: Set<String> = []
    /// Whether a part is damaged, so that text may be missing.
    var isDamaged = false
    /// Whether a part was left out because it is larger than on any honest page.
    var isTooLarge = false
}

/// The parameters for showing text (ISO 32000-1, 9.3).
struct TextState {
    var font: Font?
    var size = 0.0
    var characterSpace = 0.0
    var wordSpace = 0.0
    var scale = 1.0
    var leading = 0.0
    var rise = 0.0
    /// Whether its glyphs are neither filled nor stroked.
    var isInvisible = false
    var transparency = Transparency()
}

/// The state that `q` saves and `Q` restores.
struct GraphicsState {
    var matrix = Matrix.identity
    var text = TextState()
}
