/// The identifier rule that apps and groups share: Apple's for `CFBundleIdentifier`.
///
/// Letters A–Z and a–z, digits, hyphen and period (developer.apple.com, "CFBundleIdentifier"); two or more segments, none
/// of them empty. At most 155 characters, so that a file name made from it stays below 255 bytes.
enum ReverseDNS {
    static let maximumLength = 155

    static func check(_ text: String, _ what: String, example: String) throws(AppGroupError) {
        func refuse(_ reason: String) -> AppGroupError {
            AppGroupError(
                .invalidValue,
                "\(PlainText.quoted(text)) is not a valid \(what): \(reason). Begin with your domain in reverse order, "
                    + "as in \(example)."
            )
        }
        guard !text.isEmpty else { throw refuse("it is empty") }
        guard text.utf8.count <= maximumLength else { throw refuse("it is longer than \(maximumLength) characters") }
        let period = UInt8(ascii: ".")
        var (segments, last) = (1, period)
        for byte in text.utf8 {
            if byte == period {
                if last == period { throw refuse("it has an empty segment") }
                segments += 1
            } else if !isAllowed(byte),
                let scalar = text.unicodeScalars.first(where: { !$0.isASCII || !isAllowed(UInt8($0.value)) })
            {
                throw refuse(
                    "it holds \(PlainText.quoted(String(scalar))), and only A–Z, a–z, 0–9, “-” and “.” are allowed")
            }
            last = byte
        }
        guard segments > 1 else { throw refuse("it has one segment, and needs two or more") }
        if last == period { throw refuse("it has an empty segment") }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

/// The reverse-DNS identifier of one app, such as `com.example.inbox`.
///
/// Two or more segments of letters, digits and hyphens, joined by periods; at most 155 characters. Case is kept as written
/// and ignored in comparison, as Apple does for bundle identifiers.
public struct AppID: Sendable, CustomStringConvertible {
    /// The identifier as it was written.
    public let description: String

    /// Takes an identifier that comes from outside, and refuses it with a sentence that says which rule it breaks.
    public init(_ text: String) throws(AppGroupError) {
        try ReverseDNS.check(text, "app id", example: "com.example.inbox")
        description = text
    }
}

extension AppID: ExpressibleByStringLiteral {
    /// Takes an identifier from source code. One that breaks the rules is a mistake in the program and stops it.
    public init(stringLiteral text: String) {
        do { try self.init(text) } catch { preconditionFailure(error.description) }
    }
}

extension AppID: Hashable, Comparable {
    /// The form that comparison uses. Most identifiers have no capital letter, and then nothing is copied.
    var folded: String {
        let capitals = UInt8(ascii: "A")...UInt8(ascii: "Z")
        return description.utf8.contains(where: capitals.contains) ? description.lowercased() : description
    }

    /// How two identifiers are sorted.
    enum Order { case ascending, same, descending }

    /// Where this identifier stands beside the text of another one: as `<` and `==` say, and as SQLite sorts with `COLLATE NOCASE`.
    func order(relativeTo other: UnsafeBufferPointer<UInt8>) -> Order {
        func folded(_ byte: UInt8) -> UInt8 { byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte }
        var description = description
        return description.withUTF8 { text in
            for index in 0..<min(text.count, other.count) where text[index] != other[index] {
                let (ours, theirs) = (folded(text[index]), folded(other[index]))
                if ours != theirs { return ours < theirs ? .ascending : .descending }
            }
            return text.count == other.count ? .same : text.count < other.count ? .ascending : .descending
        }
    }

    /// The same app, whatever the case of its letters.
    public static func == (left: AppID, right: AppID) -> Bool {
        left.description == right.description || left.folded == right.folded
    }

    /// Alphabetical, without case.
    public static func < (left: AppID, right: AppID) -> Bool { left.folded < right.folded }

    /// Hashes what `==` compares.
    public func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}

/// The reverse-DNS identifier of a group of tools, such as `com.example.tools`.
///
/// It names the folder that the group shares. It has nothing to do with Unix groups: a group belongs to one user, and
/// any program that runs as that user may join it. It has the same characters and length as an ``AppID``, but case counts.
public struct GroupID: Sendable, CustomStringConvertible {
    /// The identifier as it was written.
    public let description: String

    /// Takes an identifier that comes from outside, and refuses it with a sentence that says which rule it breaks.
    public init(_ text: String) throws(AppGroupError) {
        try ReverseDNS.check(text, "group id", example: "com.example.tools")
        description = text
    }
}

extension GroupID: ExpressibleByStringLiteral {
    /// Takes an identifier from source code. One that breaks the rules is a mistake in the program and stops it.
    public init(stringLiteral text: String) {
        do { try self.init(text) } catch { preconditionFailure(error.description) }
    }
}

extension GroupID: Hashable, Comparable {
    /// Alphabetical.
    public static func < (left: GroupID, right: GroupID) -> Bool { left.description < right.description }
}

extension GroupID {
    /// A command of `launcher` for messages. It names this group, because `APP_GROUP` may name another one where it is typed.
    ///
    /// - Parameter words: The command and its arguments, such as `list --all`.
    package func command(_ words: String) -> String { "launcher \(words) --group \(self)" }
}

extension GroupID? {
    /// The same command, or one for all groups.
    package func command(_ words: String) -> String { map { $0.command(words) } ?? "launcher \(words)" }
}
