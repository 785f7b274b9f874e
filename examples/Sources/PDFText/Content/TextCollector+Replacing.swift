extension TextCollector {
    /// How much had been shown at a moment.
    struct Place {
        fileprivate let runs: Int
        fileprivate let bytes: Int
        fileprivate let edges: Int
        fileprivate let fontsWithoutMap: Set<String>
        fileprivate let showsImages: Bool
    }

    /// What is shown from here on may be replaced.
    mutating func mark() -> Place {
        close()
        return Place(
            runs: page.runs.count, bytes: page.bytes.count, edges: rules.edges.count,
            fontsWithoutMap: page.fontsWithoutMap, showsImages: page.showsImages)
    }

    /// Puts a text in the place of all that was shown since then; nil takes it away, with the rules around it.
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
            page.showsImages = mark.showsImages
            place()
            return
        }
        guard var run = line.first, text.contains(where: { !$0.isWhitespace }) else { return }
        for other in line { (run.start, run.end) = (min(run.start, other.start), max(run.end, other.end)) }
        // As it is seen, like everything else on the page.
        page.bytes += ReadingOrder.read(text.legible).utf8
        run.text = mark.bytes..<page.bytes.count
        page.runs.append(run)
    }
}

extension String {
    /// Without characters that no text has.
    fileprivate var legible: String {
        String(
            String.UnicodeScalarView(
                unicodeScalars.map {
                    $0.properties.generalCategory == .control ? ($0.properties.isWhitespace ? " " : "\u{FFFD}") : $0
                }))
    }
}
