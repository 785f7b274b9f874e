/// Names that no other program uses, for files that exist for a moment.
package enum RandomName {
    /// 16 hexadecimal digits.
    package static func make() -> String {
        let digits = String(UInt64.random(in: .min ... .max), radix: 16)
        return String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// Whether a text could be one: at most 16 hexadecimal digits.
    package static func isOne(_ text: some StringProtocol) -> Bool {
        (1...16).contains(text.utf8.count)
            && text.utf8.allSatisfy { 0x30...0x39 ~= $0 || 0x61...0x66 ~= $0 }
    }

    /// A name for a file that replaces another once it is complete.
    package static func draft(of name: String) -> String { "\(name).\(make())\(draftEnding)" }

    /// Whether a name is that of a draft of a file, which a process that was killed may have left.
    package static func isDraft(_ draft: String, of name: String) -> Bool {
        guard draft.hasPrefix("\(name)."), draft.hasSuffix(draftEnding) else { return false }
        return isOne(draft.dropFirst(name.count + 1).dropLast(draftEnding.count))
    }

    /// The same for a name that is as long as ``draft(of:)`` makes it. A shorter one, such as `org.example.rooms.2.new`, may be a file of
    /// its own.
    package static func isWholeDraft(_ draft: String, of name: String) -> Bool {
        isDraft(draft, of: name) && draft.utf8.count == name.utf8.count + 1 + 16 + draftEnding.utf8.count
    }

    private static let draftEnding = ".new"
}
