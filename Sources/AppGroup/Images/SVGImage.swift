/// The check for SVG images, as far as a registry needs it: XML in UTF-8 with the root element `svg`, without entities of
/// its own.
///
/// Whether it draws well is for the viewer, which must show it through an image element: there neither scripts nor
/// references to other files run.
package enum SVGImage {
    /// Why the bytes are no SVG image; `nil` if they are one.
    package static func fault(in bytes: [UInt8]) -> String? {
        var rest = bytes[...]
        if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest.removeFirst(3) }
        guard !rest.isEmpty else { return "it is empty" }
        guard !rest.contains(0), String(validating: rest, as: UTF8.self) != nil else {
            return "it is not text in UTF-8"
        }
        while true {
            rest = rest.drop { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
            if rest.starts(with: "<?".utf8) {
                guard let next = rest.after("?>") else { return "its XML declaration does not end" }
                rest = next
            } else if rest.starts(with: "<!--".utf8) {
                guard let next = rest.dropFirst(4).after("-->") else { return "a comment in it does not end" }
                rest = next
            } else if rest.starts(with: "<!DOCTYPE".utf8) {
                guard let next = rest.afterDocumentType else { return "its document type does not end" }
                rest = next
            } else {
                break
            }
        }
        guard rest.first == UInt8(ascii: "<") else { return "it does not begin with an element" }
        let name = rest.dropFirst().prefix {
            ![0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ">"), UInt8(ascii: "/")].contains($0)
        }
        let localName = name.split(separator: UInt8(ascii: ":")).last ?? []
        guard localName.elementsEqual("svg".utf8) else { return "its root element is not svg" }
        // Entities can refer to each other, so that a few bytes expand to gigabytes.
        return bytes[...].after("<!ENTITY") == nil ? nil : "it defines entities; write out what they stand for"
    }

    /// Whether librsvg certainly draws the image within two seconds: it is small, and has nothing but shapes, colors and text. A
    /// filter, a pattern, copies of copies or tiny dashes could keep it busy for hours.
    package static func isSimple(_ bytes: [UInt8]) -> Bool {
        guard bytes.count <= 8 << 10 else { return false }
        let text = bytes.map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }[...]
        // A backslash or an ampersand could be part of an escaped word. A style sheet could be encoded, or split by comments.
        let words = [
            "filter", "pattern", "mask", "clip", "use", "dash", "marker", "image", "<style", ":style", "stylesheet",
            "\\", "&",
        ]
        return words.allSatisfy { text.after($0) == nil }
    }
}

extension ArraySlice<UInt8> {
    /// What follows the first occurrence of a mark.
    fileprivate func after(_ mark: String) -> ArraySlice<UInt8>? {
        let mark = Array(mark.utf8)
        var rest = self
        while let start = rest.firstIndex(of: mark[0]), endIndex - start >= mark.count {
            if self[start..<start + mark.count].elementsEqual(mark) { return self[(start + mark.count)...] }
            rest = self[(start + 1)...]
        }
        return nil
    }

    /// What follows a document type declaration, with or without an internal subset in brackets.
    fileprivate var afterDocumentType: ArraySlice<UInt8>? {
        var depth = 0
        for index in indices {
            switch self[index] {
            case UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "]"): depth -= 1
            case UInt8(ascii: ">") where depth <= 0: return self[(index + 1)...]
            default: break
            }
        }
        return nil
    }
}
