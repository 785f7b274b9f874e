/// Puts the glyphs that content shows into runs.
struct TextCollector {
    private(set) var page = PageText()
    private let limits: PDFLimits
    private var open: TextRun?
    private var isPlaced = true
    private var blanks = 0

    /// A gap within a run that is wider than this, in parts of the size, ends it: kerning is less, and a space is more.
    private static let gap = 0.12

    init(limits: PDFLimits) { self.limits = limits }

    /// What is shown next stands where the PDF moved to.
    mutating func place() { isPlaced = true }

    mutating func noteImage() { page.showsImages = true }

    mutating func noteDamage() { page.isDamaged = true }

    mutating func noteLimit() { page.isTooLarge = true }

    mutating func noteFontWithoutMap(_ name: String) {
        if page.fontsWithoutMap.count < 16 { page.fontsWithoutMap.insert(name) }
    }

    /// Shows a string, and moves the text's matrix behind it.
    mutating func show(_ string: [UInt8], _ state: TextState, textMatrix: inout Matrix, matrix: Matrix) throws {
        guard let font = state.font else {
            noteDamage()
            return
        }
        let map = textMatrix.then(matrix)
        let along = (map.a * map.a + map.b * map.b).squareRoot()
        let across = (map.c * map.c + map.d * map.d).squareRoot()
        let size = across * abs(state.size)
        guard along.isFinite, size.isFinite, along > 0, abs(map.e) < 1e9, abs(map.f) < 1e9, size < 1e6 else { return }
        let (ux, uy) = (map.a / along, map.b / along)
        let direction = Int((ux * 60).rounded()) * 1000 + Int((uy * 60).rounded())
        let x = map.e + state.rise * map.c
        let y = map.f + state.rise * map.d
        let start = x * ux + y * uy
        let height = y * ux - x * uy
        guard abs(start) < 1e12, abs(height) < 1e12 else { return }

        var advance = 0.0
        try font.forEachGlyph(in: string) { glyph, isSpace in
            let position = start + advance * along
            let width = glyph.width * state.size * state.scale
            let end = position + width * along
            advance += width + (state.characterSpace + (isSpace ? state.wordSpace : 0)) * state.scale
            guard abs(position) < 1e12, abs(end) < 1e12 else { throw ReadFailure.damaged }
            if glyph.meaning == .blank {
                close()
                blanks += 1
                return
            }
            if let last = open {
                let distance = abs(position - last.end)
                let isSameLine = last.direction == direction && abs(height - last.height) < 0.01 && !isPlaced
                if !isSameLine || distance > Self.gap * size { close() }
            }
            if open == nil {
                open = TextRun(
                    text: page.bytes.count..<page.bytes.count, direction: direction, start: position, end: end,
                    height: height, size: size, isPlaced: isPlaced, blanks: blanks)
                isPlaced = false
                blanks = 0
            }
            if glyph.meaning == .unknown { noteFontWithoutMap(font.name) }
            glyph.append(to: &page.bytes)
            open?.end = end
        }
        textMatrix = Matrix.translation(advance, 0).then(textMatrix)
        guard page.bytes.count <= limits.pageText, page.runs.count <= limits.pageRuns else {
            throw ReadFailure.tooLarge
        }
    }

    /// Ends the run that is open.
    mutating func close() {
        guard var run = open else { return }
        run.text = run.text.lowerBound..<page.bytes.count
        if run.end < run.start { swap(&run.start, &run.end) }
        page.runs.append(run)
        open = nil
    }

    /// All that was shown.
    mutating func finish() -> PageText {
        close()
        return page
    }
}
