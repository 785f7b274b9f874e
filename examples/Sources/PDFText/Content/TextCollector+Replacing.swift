extension TextCollector {
    /// How much was shown at some point.
    struct Place {
        fileprivate let runs: Int
        fileprivate let bytes: Int
        fileprivate let edges: Int
        fileprivate let fontsWithoutMap: Set<String>
        fileprivate let imageArea: Double?
        fileprivate let covers: Int
        fileprivate let patches: Int
        fileprivate let hasInvisibleText: Bool
    }

    /// Marks a point. Text shown after it may be replaced.
    mutating func mark() -> Place {
        close()
        return Place(
            runs: page.runs.count, bytes: page.bytes.count, edges: rules.edges.count,
            fontsWithoutMap: page.fontsWithoutMap, imageArea: page.imageArea, covers: page.covers.count,
            patches: page.patches.count, hasInvisibleText: page.hasInvisibleText)
    }

    /// Replaces everything that was shown since a mark. Without a text, removes it, together with the ruled lines around it.
    mutating func replace(since mark: Place, by text: String?) {
        close()
        let shown = page.runs[mark.runs...]
        let line = shown.filter {
            $0.direction == shown.first?.direction && abs($0.height - (shown.first?.height ?? 0)) < $0.size
        }
        page.runs.removeSubrange(mark.runs...)
        page.bytes.removeSubrange(mark.bytes...)
        page.fontsWithoutMap = mark.fontsWithoutMap
        guard let text else {
            rules.forget(behind: mark.edges)
            page.imageArea = mark.imageArea
            page.covers.removeSubrange(mark.covers...)
            page.patches.removeSubrange(mark.patches...)
            page.hasInvisibleText = mark.hasInvisibleText
            place()
            liftPen()
            return
        }
        guard var run = line.first, text.contains(where: { !$0.isWhitespace }) else { return }
        for other in line { (run.start, run.end) = (min(run.start, other.start), max(run.end, other.end)) }
        // In visual order, like everything else on the page.
        page.bytes += ReadingOrder.read(text.legible).utf8
        run.text = mark.bytes..<page.bytes.count
        page.runs.append(run)
    }
}

extension String {
    /// The text without control characters.
    fileprivate var legible: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map {
                    $0.properties.generalCategory == .control ? ($0.properties.isWhitespace ? " " : "\u{FFFD}") : $0
                }))
    }
}
