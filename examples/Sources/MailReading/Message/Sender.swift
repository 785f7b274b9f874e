/// The sender of a message: the first mailbox of its From field (RFC 5322, 3.4).
public struct Sender: Hashable, Sendable, CustomStringConvertible {
    /// The decoded name before the address, or else the comment after it; empty if there is neither.
    public let name: String

    /// The address as it is written; empty if there is none.
    public let address: String

    /// Parses an address list with quoted strings, comments, groups and the obsolete forms of old mail.
    ///
    /// - Returns: nil if the list names nobody.
    public init?(parsing list: String) {
        var scanner = AddressScanner(list)
        guard let (name, address) = scanner.nextMailbox() else { return nil }
        self.init(name: name, address: address)
    }

    private init(name: String, address: String) {
        (self.name, self.address) = (name.decodingEncodedWords, address)
    }

    /// All mailboxes of an address list, at most 1,000.
    public static func all(in list: String) -> [Sender] {
        var scanner = AddressScanner(list)
        var all: [Sender] = []
        while all.count < 1000, let (name, address) = scanner.nextMailbox() {
            all.append(Sender(name: name, address: address))
        }
        return all
    }

    /// The name; the address if there is no name.
    public var displayName: String { name.isEmpty ? address : name }

    /// Name and address. A name alone proves nothing: anybody can write any name.
    public var description: String { name.isEmpty || address.isEmpty ? displayName : "\(name) <\(address)>" }
}

/// Finds the mailboxes of an address list (RFC 5322, 3.4 and 4.4), even if the list is malformed.
private struct AddressScanner {
    private var rest: Substring.UnicodeScalarView
    private var group = ""

    // The parts of one mailbox: its words without and with their quotes, its comment and its angle brackets.
    private var words = ""
    private var source = ""
    private var comment = ""
    private var angle: String?

    init(_ list: String) {
        rest = Substring(list).unicodeScalars
    }

    /// The next mailbox, with its name not yet decoded; the name of an empty group if there is no mailbox.
    mutating func nextMailbox() -> (name: String, address: String)? {
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
                let complete = mailbox
                startMailbox()
                if let complete { return complete }
            case " ":
                addSpace()
            default:
                words.unicodeScalars.append(next)
                source.unicodeScalars.append(next)
            }
        }
        let last = mailbox ?? (group.isEmpty ? nil : (group, ""))
        startMailbox()
        group = ""
        return last
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

    /// Takes everything up to and including a closing mark, or all of the rest, and returns it without the mark. A character
    /// after a backslash never closes.
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
