/// The parts of a request that a signature can cover.
public struct SignedRequest: Hashable, Sendable {
    /// The method, such as `GET`.
    public let method: String
    /// The absolute address, such as `https://example.org/v1/changes?after=3`.
    public let targetURI: String
    private let fields: [Field]

    private struct Field: Hashable, Sendable {
        /// In lower case.
        let name: String
        let value: String
    }

    /// - Parameters:
    ///   - targetURI: Scheme and host in lower case, and no port if it is the usual one of the scheme (RFC 9421, section 2.2.2).
    ///   - fields: The header fields, in any spelling and in their order.
    public init(method: String, targetURI: String, fields: [(name: String, value: String)]) {
        self.method = method
        self.targetURI = targetURI
        self.fields = fields.map { Field(name: $0.name.lowercased(), value: $0.value) }
    }

    /// The value of a header field, its lines joined by commas (RFC 9421, section 2.1); nil if there is none.
    public func field(_ name: String) -> String? {
        let lines = fields.filter { $0.name == name }.map { Self.trimmed($0.value) }
        return lines.isEmpty ? nil : lines.joined(separator: ", ")
    }

    /// The value of a covered component: a header field in lower case, or a derived component such as `@method`
    /// (RFC 9421, section 2.2).
    func value(of component: String) throws(SignatureError) -> String {
        let value = component.hasPrefix("@") ? try derived(component) : field(component)
        guard let value else {
            throw SignatureError(.incomplete, "The signature covers the header \(component), which is not there.")
        }
        // Another line would look like another component.
        guard value.utf8.allSatisfy({ $0 != 0x0A && $0 != 0x0D && $0 < 0x80 }) else {
            throw SignatureError(.malformed, "The value of \(component) has characters that can't be signed.")
        }
        return value
    }

    private func derived(_ component: String) throws(SignatureError) -> String {
        let parts = AddressParts(targetURI)
        return switch component {
        case "@method": method
        case "@target-uri": targetURI
        case "@scheme": parts.scheme
        case "@authority": parts.authority
        case "@path": parts.path
        case "@query": "?" + (parts.query ?? "")
        case "@request-target": parts.path + (parts.query.map { "?" + $0 } ?? "")
        default:
            throw SignatureError(.unsupported, "The signature covers \(component), which is not supported here.")
        }
    }

    private static func trimmed(_ text: String) -> String {
        let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
        let bytes = text.utf8.drop(while: isBlank)
        return String(decoding: Array(bytes.reversed().drop(while: isBlank).reversed()), as: UTF8.self)
    }
}

/// An absolute address in pieces, as they are written (RFC 3986, section 3).
private struct AddressParts {
    let scheme: String
    let authority: String
    /// At least a slash.
    let path: String
    /// Without the question mark; nil if there is none.
    let query: String?

    init(_ address: String) {
        let bytes = address.utf8
        let colon = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
        scheme = String(address[..<colon])
        let rest = address[colon...].utf8.drop { $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "/") }
        let end = rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
        authority = String(address[rest.startIndex..<end])
        let mark = rest[end...].firstIndex(of: UInt8(ascii: "?")) ?? rest.endIndex
        let written = String(address[end..<mark])
        path = written.isEmpty ? "/" : written
        query = mark == rest.endIndex ? nil : String(address[address.index(after: mark)...])
    }
}
