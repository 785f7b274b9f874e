public import AppGroup

/// A link to a tool that may come from a web page or a message: nothing in it is trusted.
///
/// Its place is the word after the slashes. A path, and unknown and repeated keys are refused, and so are control characters,
/// even if they are percent-encoded, and links of more than 2,048 bytes.
public struct ToolLink: Equatable, Sendable {
    /// The word after the slashes, in lower case; empty if there is none.
    public let place: String
    private let values: [String: String]

    /// The longest link, in bytes of UTF-8.
    public static let maximumLength = 2048

    /// Parses a link.
    ///
    /// - Parameters:
    ///   - scheme: The tool's own scheme.
    ///   - forms: The keys that each place allows.
    /// - Throws: An error with status 65 that says what is wrong with the link.
    public init(parsing text: String, scheme: URLScheme, forms: [String: Set<String>]) throws(ToolError) {
        guard text.utf8.count <= Self.maximumLength else {
            throw .unreadable(
                "The link has \(text.utf8.count) bytes. A link of \(scheme) has at most \(Self.maximumLength).")
        }
        let url: AppURL
        do { url = try AppURL(text) } catch { throw .unreadable(error.description) }
        place = url.host.lowercased()
        guard url.scheme == scheme, ["", "/"].contains(url.path), let keys = forms[place] else {
            let links = forms.sorted { $0.key < $1.key }.map { place, keys in
                let query = keys.sorted().map { "\($0)=…" }.joined(separator: "&")
                return "\(scheme)://\(place)" + (query.isEmpty ? "" : "?\(query)")
            }
            throw .unreadable("\(scheme) opens \(links.joined(separator: ", ")), but not \(text)")
        }
        var values: [String: String] = [:]
        for (key, value) in url.queryItems {
            guard keys.contains(key) else {
                let known = keys.isEmpty ? "no keys" : keys.sorted().joined(separator: ", ")
                throw .unreadable("The link has the unknown key “\(key)”. \(scheme)://\(place) takes \(known).")
            }
            guard values.updateValue(value, forKey: key) == nil else {
                throw .unreadable("The link has the key “\(key)” twice.")
            }
            guard !value.unicodeScalars.contains(where: Self.isControl) else {
                throw .unreadable("The link has a control character in the value of “\(key)”.")
            }
        }
        self.values = values
    }

    /// The value of a key, percent-decoded; nil if the link doesn't have the key.
    public subscript(key: String) -> String? { values[key] }

    /// C0 and C1 controls and DEL, and U+FFFD, which stands for bytes that are no text.
    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .control || scalar == "\u{FFFD}"
    }
}
