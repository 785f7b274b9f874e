/// The fields of a request in their order: of an address, of a form (`application/x-www-form-urlencoded`,
/// <https://url.spec.whatwg.org/#application/x-www-form-urlencoded>), or of the parts of a `multipart/form-data`.
public struct GeoForm: Sendable {
    /// A name and a value, decoded.
    public struct Field: Hashable, Sendable {
        /// The name, as it was sent.
        public let name: String
        /// The value, which may be empty.
        public let value: String
    }

    /// The most fields of a request.
    public static let mostFields = 500

    /// The fields, in their order.
    public private(set) var fields: [Field] = []

    /// A request without fields.
    public init() {}

    /// Decodes fields. A percent sign that no two digits follow stands for itself, as browsers have it, and bytes that are not
    /// UTF-8 become U+FFFD.
    /// - Throws: ``GeoFault`` if there are more fields than ``mostFields``.
    public init(urlencoded text: some StringProtocol) throws(GeoFault) {
        for pair in text.utf8.split(separator: UInt8(ascii: "&")) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            try add(Self.decoded(parts[0]), parts.count > 1 ? Self.decoded(parts[1]) : "")
        }
    }

    /// Adds a field at the end.
    public mutating func add(_ name: String, _ value: String) throws(GeoFault) {
        guard fields.count < Self.mostFields else {
            throw GeoFault(400, "The request has more than \(Self.mostFields) fields.")
        }
        fields.append(Field(name: name, value: value))
    }

    /// The first value of a field; nil if there is none or if it is empty.
    public subscript(_ name: String) -> String? {
        fields.first { $0.name == name && !$0.value.isEmpty }?.value
    }

    /// The values of a field that lists them, separated by commas or by repeating the field.
    func list(_ name: String) -> [String] {
        fields.filter { $0.name == name }.flatMap { $0.value.split(separator: ",") }.map(\.trimmed)
            .filter { !$0.isEmpty }
    }

    /// The values of `attribute[CODE]` and `attribute[CODE][]`, by code. Empty ones are left out.
    var attributes: [String: [String]] {
        var attributes: [String: [String]] = [:]
        for field in fields where field.name.hasPrefix("attribute[") && !field.value.isEmpty {
            var name = field.name.dropFirst("attribute[".count)
            if name.hasSuffix("[]") { name = name.dropLast(2) }
            guard name.hasSuffix("]") else { continue }
            attributes[String(name.dropLast()), default: []].append(field.value)
        }
        return attributes
    }

    private static func decoded(_ bytes: some Collection<UInt8>) -> String {
        var (result, rest): ([UInt8], [UInt8].SubSequence) = ([], Array(bytes)[...])
        result.reserveCapacity(rest.count)
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "+"): result.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                let digits = rest.prefix(2).compactMap { Character(Unicode.Scalar($0)).hexDigitValue }
                guard digits.count == 2 else { fallthrough }
                rest = rest.dropFirst(2)
                result.append(UInt8(digits[0] << 4 | digits[1]))
            default: result.append(byte)
            }
        }
        return String(decoding: result, as: UTF8.self)
    }
}

extension Substring {
    /// The text without spaces at its ends.
    var trimmed: String { String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()) }
}
