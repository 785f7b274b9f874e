/// Finds the first mailbox of an address list (RFC 5322, 3.4 and 4.4), however malformed the list is.
struct AddressScanner {
    private var rest: Substring.UnicodeScalarView
    private var group = ""

    // What has been read of one mailbox: its words without and with their quotes, and what stood in brackets.
    private var words = ""
    private var source = ""
    private var comment = ""
    private var angle: String?

    init(_ list: String) {
        rest = Substring(list).unicodeScalars
    }

    /// The first mailbox, its name not decoded; where there is none, the name of a group that lists nobody.
    mutating func firstMailbox() -> (name: String, address: String)? {
        while let next = rest.popFirst() {
            switch next {
            case "\"":
                let text = take(until: "\"")
                words += text.withoutEscapes
                source += "\"\(text)\""
            case "(":
                comment = take(until: ")", nestedBy: "(").withoutEscapes
                addSpace()
            case "<":
                angle = take(until: ">").trimmingSpaces
            case "[":
                let literal = "[\(take(until: "]"))]"
                words += literal
                source += literal
            case ":" where angle == nil:
                group = words.trimmingSpaces
                startMailbox()
            case ",", ";":
                if let mailbox { return mailbox }
                startMailbox()
            case " ":
                addSpace()
            default:
                words.unicodeScalars.append(next)
                source.unicodeScalars.append(next)
            }
        }
        return mailbox ?? (group.isEmpty ? nil : (group, ""))
    }

    private mutating func startMailbox() {
        (words, source, comment, angle) = ("", "", "", nil)
    }

    private mutating func addSpace() {
        if words.last != " " { words += " " }
        if source.last != " " { source += " " }
    }

    private var mailbox: (name: String, address: String)? {
        let name = angle == nil ? "" : words.trimmingSpaces
        let address = angle ?? source.trimmingSpaces
        if name.isEmpty && address.isEmpty { return nil }
        return (name.isEmpty ? comment.trimmingSpaces : name, address)
    }

    /// Takes what stands before a closing mark, or all of the rest, and that mark. What follows a backslash closes nothing.
    private mutating func take(until close: Unicode.Scalar, nestedBy open: Unicode.Scalar? = nil) -> String {
        var text = String.UnicodeScalarView()
        var depth = 1
        while let next = rest.popFirst() {
            if next == close { depth -= 1 }
            if next == open { depth += 1 }
            if depth == 0 { break }
            text.append(next)
            if next == "\\", let escaped = rest.popFirst() { text.append(escaped) }
        }
        return String(text)
    }
}
