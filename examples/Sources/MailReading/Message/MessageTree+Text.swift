extension MessageTree {
    /// The text for people: the texts that are no attachments, in their order. Of alternatives, the plain one counts, or HTML if
    /// there is none or nothing but blanks.
    ///
    /// - Parameters:
    ///   - limit: How many encoded bytes of each part are read at most.
    ///   - html: Makes plain text of HTML.
    public func readableText(limit: Int, html: (String) -> String) throws(Source.Failure) -> String {
        // Programs that write only HTML add a plain text of blanks.
        for prefersPlain in [true, false] {
            var texts: [String] = []
            for place in readable(in: 0, ReadableParts(self, prefersPlain: prefersPlain)) {
                let part = parts[place]
                let text = try text(of: part, limit: limit)
                let plain = part.mediaType == "text/html" ? html(text) : text
                if plain.contains(where: { !$0.isWhitespace }) { texts.append(plain) }
            }
            if !texts.isEmpty { return texts.joined(separator: "\n") }
        }
        return ""
    }

    /// The places of the parts that a person reads.
    func readable(in root: Int, _ readableParts: ReadableParts) -> [Int] {
        var result: [Int] = []
        // Not by recursion: parts may be nested deeply.
        var rest = [root]
        while let place = rest.popLast() {
            let part = parts[place]
            if part.hasParts {
                guard place == 0 || !part.contentType.isMessage else { continue }
                let inner = places(in: place)
                if part.mediaType == "multipart/alternative", let best = readableParts.best(of: inner) {
                    rest.append(best)
                } else {
                    rest += inner.reversed()
                }
            } else if readableParts.isReadable[place] {
                result.append(place)
            }
        }
        return result
    }

    /// Whether a part without parts is text to read. A text with the name of a file is an attachment, whatever its disposition.
    func isReadable(_ place: Int) -> Bool {
        let part = parts[place]
        guard !part.hasParts, part.contentType.isText || part.contentType.isMultipart else { return false }
        return !part.header.isAttachment && (place == 0 || part.header.fileName(likely: nil) == nil)
    }
}

/// Which parts are text to read, and what is inside those that consist of parts. It takes one pass over all parts: there may be
/// thousands inside hundreds of alternatives.
struct ReadableParts {
    /// Whether each part is text to read: see ``MessageTree/isReadable(_:)``.
    let isReadable: [Bool]

    private var hasPlain: [Bool]
    private var hasHTML: [Bool]

    /// - Parameter prefersPlain: Whether of alternatives the plain text counts, not HTML.
    init<Source>(_ tree: MessageTree<Source>, prefersPlain: Bool = true) {
        let isReadable = tree.parts.indices.map(tree.isReadable)
        self.isReadable = isReadable
        hasPlain = zip(isReadable, tree.parts).map {
            prefersPlain && $0 && $1.mediaType == "text/plain" && !$1.body.isEmpty
        }
        hasHTML = zip(isReadable, tree.parts).map { $0 && $1.mediaType == "text/html" }
        // Each part comes before those inside it.
        for (place, part) in tree.parts.enumerated().reversed() {
            guard let parent = part.parent else { continue }
            if hasPlain[place] { hasPlain[parent] = true }
            if hasHTML[place] { hasHTML[parent] = true }
        }
    }

    /// The alternative to show: the first with plain text that is not empty, else the first with HTML.
    func best(of places: [Int]) -> Int? { places.first { hasPlain[$0] } ?? places.first { hasHTML[$0] } }
}
