import AppGroupText
import ToolProgram

/// The name of a fund, which is also the name of its folder.
struct FundName: Hashable, Sendable, CustomStringConvertible {
    let description: String

    /// The longest name, in bytes of UTF-8. File systems allow 255.
    static let maximumLength = 200

    /// - Throws: A ``ToolError`` that says which rule the name breaks.
    init(_ text: String) throws(ToolError) {
        guard text.contains(where: { !$0.isWhitespace }) else { throw .unreadable("A fund needs a name.") }
        guard text.first?.isWhitespace == false, text.last?.isWhitespace == false else {
            throw .unreadable("The name “\(text)” begins or ends with a space.")
        }
        guard text.utf8.count <= Self.maximumLength else {
            throw .unreadable(
                "This name has \(text.utf8.count) bytes; a fund's name may have \(Self.maximumLength).")
        }
        guard !text.utf8.contains(UInt8(ascii: "/")) else {
            throw .unreadable("The name “\(text)” contains a slash, which no folder can have in its name.")
        }
        guard text.utf8.first != UInt8(ascii: ".") else {
            throw .unreadable("The name “\(text)” begins with a period, so its folder would be hidden.")
        }
        guard SafeText(text).description == text else {
            throw .unreadable("The name “\(text)” contains a control character or an invisible one.")
        }
        description = text
    }

    /// This name with a number, such as `Equity (2)`. One that would be too long, or would have an invisible character before the
    /// number, loses the end of this name.
    func numbered(_ number: Int) throws(ToolError) -> FundName {
        var stem = description
        while stem.count > 1 {
            if let name = try? FundName("\(stem) (\(number))") { return name }
            stem.removeLast()
        }
        return try FundName("\(stem) (\(number))")
    }
}
