extension MessageTree {
    /// The text for people: the texts that are no attachments, in their order. Of alternatives, the plain one counts, or HTML if
    /// there is no plain one that has more than blanks.
    ///
    /// - Parameters:
    ///   - limit: How many encoded bytes of each part are read at most.
    ///   - html: Makes plain text of HTML.
    public func readableText(limit: Int, html: (String) -> String) throws(Source.Failure) -> String {
        let alternatives = try plainAlternatives(limit: limit)
        // Programs that write only HTML add a plain text of blanks.
        let blank = Set(alternatives.filter { $0.value.isBlank }.keys)
        var texts: [String] = []
        for place in readable(in: 0, ReadableParts(self, blank: blank)) {
            let part = parts[place]
            let text: String
            if let known = alternatives[place] { text = known } else { text = try self.text(of: part, limit: limit) }
            let plain = part.mediaType == "text/html" ? html(text) : text
            if !plain.isBlank { texts.append(plain) }
        }
        return texts.joined(separator: "\n")
    }

    /// The plain texts inside alternatives, by their places.
    private func plainAlternatives(limit: Int) throws(Source.Failure) -> [Int: String] {
        var result: [Int: String] = [:]
        var isInside = [Bool](repeating: false, count: parts.count)
        var place = 0
        while place < parts.count {
            let part = parts[place]
            if place > 0, part.contentType.isMessage {
                place = end(of: place)
                continue
            }
            if let parent = part.parent {
                isInside[place] = isInside[parent] || parts[parent].mediaType == "multipart/alternative"
            }
            if isInside[place], part.mediaType == "text/plain", isReadable(place) {
                result[place] = try text(of: part, limit: limit)
            }
            place += 1
        }
        return result
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

    /// - Parameter blank: The places of texts that don't count.
    init<Source>(_ tree: MessageTree<Source>, blank: Set<Int> = []) {
        let isReadable = tree.parts.indices.map(tree.isReadable)
        self.isReadable = isReadable
        hasPlain = tree.parts.indices.map {
            isReadable[$0] && tree.parts[$0].mediaType == "text/plain" && !tree.parts[$0].body.isEmpty
                && !blank.contains($0)
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

extension String {
    fileprivate var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
