import AppGroupPlatform
import ToolSupport

/// Makes the addresses of a document absolute and harmless.
///
/// This is a class because its parts are many, and each use of a copy would retain and release all of them.
final class Addresses: Sendable {
    private let base: URLReference?

    /// The base as it was written.
    let text: String

    /// - Parameter base: The absolute address that relative ones start from; none if it isn't `http` or `https`.
    init(base: String?) {
        text = base ?? ""
        let reference = base.map { URLReference(Substring($0)) }
        self.base = reference?.isOfTheWeb == true ? reference : nil
    }

    /// Addresses below `xml:base` (XML Base, 4.2), which may be relative itself.
    func below(_ inner: String) -> Addresses { Addresses(base: resolved(inner) ?? text) }

    /// An absolute address with `http` or `https`; nil if the reference leads elsewhere, such as to a script or a file, or is
    /// longer than what is kept of a feed.
    func resolved(_ reference: String) -> String? {
        reference.utf8.count < 2048 ? resolvedAtAnyLength(reference) : nil
    }

    /// An absolute address with `http` or `https`, however long it is; nil if the reference leads elsewhere.
    func resolvedAtAnyLength(_ reference: String) -> String? {
        var text = reference
        if Self.isPlain(&text) { return text }
        let clean = Self.cleaned(reference)
        guard !clean.isEmpty else { return nil }
        var result = URLReference(Substring(clean))
        if let base { result = result.resolved(from: base) }
        return result.isOfTheWeb ? result.text : nil
    }

    /// Whether this is a complete address with nothing to resolve or to clean. Most are, and there are many.
    private static func isPlain(_ text: inout String) -> Bool {
        text.withUTF8 { bytes in
            let start = bytes.starts(withName: "http://") ? 7 : bytes.starts(withName: "https://") ? 8 : 0
            guard start > 0, start < bytes.count, bytes[start].isLetter || bytes[start].isDigit else { return false }
            for index in bytes.indices {
                let byte = bytes[index]
                guard 0x21...0x7E ~= byte, byte != UInt8(ascii: "\""), byte != UInt8(ascii: "<"),
                    byte != UInt8(ascii: ">"),
                    byte != UInt8(ascii: ".") || bytes[max(1, index) - 1] != UInt8(ascii: "/")
                else { return false }
            }
            return true
        }
    }

    /// The reference without blanks at its ends and line ends within (WHATWG, URL, 4.4), and with everything that a terminal or
    /// a shell could take for something else written as `%20`.
    private static func cleaned(_ reference: String) -> String {
        var result = ""
        for scalar in reference.trimmed.unicodeScalars {
            switch scalar {
            case "\t", "\n", "\r": break
            case "!"..."~" where scalar != "\"" && scalar != "<" && scalar != ">": result.unicodeScalars.append(scalar)
            case _ where scalar.properties.isAlphabetic && !scalar.isASCII: result.unicodeScalars.append(scalar)
            default: result += PercentEncoding.encoded(String(scalar))
            }
        }
        return result
    }
}

extension URLReference {
    /// Whether this is an absolute address with `http` or `https` and a host.
    var isOfTheWeb: Bool {
        guard let scheme, let authority, !authority.isEmpty else { return false }
        return scheme == "https" || scheme == "http" || ["http", "https"].contains(scheme.lowercased())
    }
}
