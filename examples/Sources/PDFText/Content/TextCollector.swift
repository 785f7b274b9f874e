/// Collects the glyphs that content shows into runs.
struct TextCollector {
    var page = PageText()
    var rules = RuleCollector()
    private let limits: PDFLimits
    /// The last run. It is still open if ``isOpen`` is set.
    private var run = TextRun(
        text: 0..<0, direction: 0, start: 0, end: 0, height: 0, size: 0, isPlaced: false, isSpread: false, blanks: 0,
        chain: 0)
    private var isOpen = false
    private var isPlaced = true
    /// Whether it has only moved along the line since the last run.
    private var isAlongLine = false
    private var blanks = 0
    /// Where the text ended that was shown last, including blanks. Nowhere if it was blanks alone, in a place of their own.
    private var pen = Double.nan

    init(limits: PDFLimits) { self.limits = limits }

    /// Notes that the PDF has moved before it shows more text. The text may still go on where it ended.
    ///
    /// - Parameter isAlongLine: Whether it has moved along the line, within one text object.
    mutating func place(isAlongLine: Bool = false) {
        self.isAlongLine = isAlongLine && (self.isAlongLine || !isPlaced)
        isPlaced = true
    }

    /// Forgets where the text ended.
    mutating func liftPen() { pen = .nan }

    /// The most images or patches that are kept.
    private static let coverLimit = 500

    /// Notes an image, which fills the unit square of the current space.
    ///
    /// - Parameter isOpaque: Whether it hides the text that was shown before.
    mutating func noteImage(_ matrix: Matrix, isOpaque: Bool = false) {
        page.imageArea = (page.imageArea ?? 0) + matrix.area
        let shown = page.runs.count + (isOpen ? 1 : 0)
        guard isOpaque, shown > 0, page.covers.count < Self.coverLimit, let box = PageBox(unitSquareBy: matrix) else {
            return
        }
        page.covers.append((box, shown))
    }

    /// Notes a rectangle that hides or strikes out the text that was shown before.
    mutating func notePatch(_ box: PageBox?) {
        guard page.patches.count < Self.coverLimit, let box else { return }
        let shown = page.runs.count + (isOpen ? 1 : 0)
        if shown > 0 { page.patches.append((box, shown)) }
    }

    mutating func noteDamage() { page.isDamaged = true }

    mutating func noteLimit() { page.isTooLarge = true }

    mutating func noteFontWithoutMap(_ name: String) {
        if page.fontsWithoutMap.count < 16 { page.fontsWithoutMap.insert(name) }
    }

    /// Shows a string, and advances the text matrix past it.
    mutating func show(
        _ string: ArraySlice<UInt8>, _ state: TextState, textMatrix: inout Matrix, matrix: Matrix
    ) throws {
        guard let font = state.font else {
            noteDamage()
            return
        }
        guard let (line, start, along) = Self.placement(font, state, textMatrix.then(matrix)) else { return }
        let isVertical = font.isVertical
        let (fontSize, scale) = (state.size, isVertical ? 1 : state.scale)
        // In vertical text, negative spacing moves glyphs apart.
        let spaceScale = isVertical ? -1 : scale
        let (characterSpace, wordSpace) = (state.characterSpace * spaceScale, state.wordSpace * spaceScale)
        if goesOn(line, at: start) { isPlaced = false }
        let shown = page.bytes.count
        var advance = 0.0
        // Most of a table consists of ASCII characters side by side, which need no conversion.
        let plain = abs(characterSpace * along) <= line.gap ? font.plainBeginning(of: string) : (count: 0, width: 0)
        if plain.count > 0 {
            let width = plain.width * fontSize * scale + Double(plain.count - 1) * characterSpace
            let end = start + width * along
            guard abs(end) < 1e12 else { throw ReadFailure.damaged }
            goOn(line, from: start, to: end)
            page.bytes += string.prefix(plain.count)
            advance = width + characterSpace
        }
        try font.forEachGlyph(in: string.dropFirst(plain.count)) { glyph, isSpace in
            let position = start + advance * along
            let width = glyph.width * fontSize * scale
            let end = position + width * along
            advance += width + characterSpace + (isSpace ? wordSpace : 0)
            guard abs(position) < 1e12, abs(end) < 1e12 else { throw ReadFailure.damaged }
            if glyph.meaning == .blank {
                close()
                blanks += 1
                return
            }
            goOn(line, from: position, to: end)
            if glyph.meaning == .unknown { noteFontWithoutMap(font.name) }
            glyph.append(to: &page.bytes)
            try checkLimits()
        }
        if state.isInvisible || state.transparency.isInvisible, page.bytes.count > shown {
            page.hasInvisibleText = true
        }
        pen = isPlaced ? .nan : start + advance * along
        textMatrix = Matrix.translation(isVertical ? 0 : advance, isVertical ? -advance : 0).then(textMatrix)
        try checkLimits()
    }

    /// Where a string is shown: on which line, where on that it begins, and how far one unit of text space goes along it. Nil
    /// for a place that is on no page.
    private static func placement(
        _ font: Font, _ state: TextState, _ map: Matrix
    ) -> (line: Line, start: Double, along: Double)? {
        // Vertical text runs down the page.
        let (dx, dy) = font.isVertical ? (-map.c, -map.d) : (map.a, map.b)
        // A negative size turns text around, and a negative scale reverses its direction.
        let turn = state.size * (font.isVertical ? 1 : state.scale) < 0 ? -1.0 : 1.0
        let along = turn * (dx * dx + dy * dy).squareRoot()
        let across =
            font.isVertical
            ? (map.a * map.a + map.b * map.b).squareRoot() : (map.c * map.c + map.d * map.d).squareRoot()
        let size = across * abs(state.size) * font.sizeFactor
        guard along.isFinite, size.isFinite, along != 0, abs(map.e) < 1e9, abs(map.f) < 1e9, size < 1e6 else {
            return nil
        }
        let (ux, uy) = (dx / along, dy / along)
        let direction = Int((ux * 60).rounded()) * 1000 + Int((uy * 60).rounded())
        let x = map.e + state.rise * map.c
        let y = map.f + state.rise * map.d
        let start = x * ux + y * uy
        let height = y * ux - x * uy
        guard abs(start) < 1e12, abs(height) < 1e12 else { return nil }
        return (Line(direction: direction, height: height, size: size), start, along)
    }

    private func checkLimits() throws {
        guard page.bytes.count <= limits.pageText, page.runs.count <= limits.pageRuns else {
            throw ReadFailure.tooLarge
        }
    }

    /// The line on which a string is shown.
    private struct Line {
        let direction: Int
        let height: Double
        let size: Double

        /// The widest gap within a run. Kerning is narrower, and a space is wider.
        var gap: Double { 0.12 * size }

        /// How far from the end of a text its next glyph may stand. Kerning moves it.
        var kerning: Double { 0.1 * size }
    }

    /// Whether a string begins where the text before it ended. Browsers place each glyph by itself, even within a word.
    private func goesOn(_ line: Line, at start: Double) -> Bool {
        run.direction == line.direction && abs(line.height - run.height) < 0.01 && abs(start - pen) <= line.kerning
    }

    /// Extends the open run to a position, or begins another run.
    private mutating func goOn(_ line: Line, from start: Double, to end: Double) {
        let isSameLine = run.direction == line.direction && abs(line.height - run.height) < 0.01 && !isPlaced
        if isOpen, !isSameLine || abs(start - run.end) > line.gap { close() }
        if !isOpen {
            let chain = isPlaced ? page.runs.count : run.chain
            run = TextRun(
                text: page.bytes.count..<page.bytes.count, direction: line.direction, start: start, end: end,
                height: line.height, size: line.size, isPlaced: isPlaced,
                isSpread: isPlaced && isAlongLine && blanks == 1, blanks: blanks, chain: chain)
            (isOpen, isPlaced) = (true, false)
            blanks = 0
        }
        run.end = end
    }

    /// Ends the open run.
    mutating func close() {
        guard isOpen else { return }
        run.text = run.text.lowerBound..<page.bytes.count
        if run.end < run.start { swap(&run.start, &run.end) }
        page.runs.append(run)
        isOpen = false
    }

    /// Everything that was shown.
    mutating func finish() -> PageText {
        close()
        page.edges = rules.edges
        return page
    }
}
