extension MessageTree {
    /// What a person reads: the texts that are no attachments, in their order. Of alternatives, the plain one counts, else HTML.
    ///
    /// - Parameters:
    ///   - limit: How many encoded bytes of each part are read at most.
    ///   - html: Makes plain text of HTML.
    public func readableText(limit: Int, html: (String) -> String) throws(Source.Failure) -> String {
        var texts: [String] = []
        for place in readable(in: 0) {
            let part = parts[place]
            let text = try text(of: part, limit: limit)
            let plain = part.mediaType == "text/html" ? html(text) : text
            if plain.contains(where: { !$0.isWhitespace }) { texts.append(plain) }
        }
        return texts.joined(separator: "\n")
    }

    /// The places of the parts that a person reads.
    func readable(in root: Int) -> [Int] {
        var result: [Int] = []
        // Not by recursion: parts may be nested deeply.
        var rest = [root]
        while let place = rest.popLast() {
            let part = parts[place]
            if part.hasParts {
                guard place == 0 || !part.contentType.isMessage else { continue }
                let inner = places(in: place)
                if part.mediaType == "multipart/alternative", let best = best(of: inner) {
                    rest.append(best)
                } else {
                    rest += inner.reversed()
                }
            } else if isReadable(place) {
                result.append(place)
            }
        }
        return result
    }

    /// The alternative to show: the first with plain text, else the first with any text.
    private func best(of places: [Int]) -> Int? {
        func has(_ place: Int, _ type: String) -> Bool {
            (place..<end(of: place)).contains { parts[$0].mediaType == type && isReadable($0) }
        }
        return places.first { has($0, "text/plain") } ?? places.first { has($0, "text/html") }
    }

    /// Whether a part without parts is text to read. A text with the name of a file is an attachment, whatever its disposition.
    func isReadable(_ place: Int) -> Bool {
        let part = parts[place]
        guard !part.hasParts, part.contentType.isText || part.contentType.isMultipart else { return false }
        return !part.header.isAttachment && (place == 0 || part.header.fileName(likely: nil) == nil)
    }
}
