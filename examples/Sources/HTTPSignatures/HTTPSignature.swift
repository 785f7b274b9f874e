/// A signature of a request by RFC 9421, with `hmac-sha256`.
public struct HTTPSignature: Hashable, Sendable {
    /// The components that the signature covers, in its order: names of header fields in lower case, and derived components such as `@method`.
    public let components: [String]
    private let parameters: FieldParameters
    /// The bytes of the signature.
    public let bytes: [UInt8]

    /// The word for the algorithm (RFC 9421, section 6.2).
    static let algorithm = "hmac-sha256"

    /// The most components that a signature may cover.
    private static let mostComponents = 32

    /// Reads the signature under a label. The other labels don't matter.
    ///
    /// - Throws: ``SignatureError`` if there is none, or if it can't be understood.
    public init(labeled label: String, in request: SignedRequest) throws(SignatureError) {
        guard let input = request.field("signature-input"), let signature = request.field("signature") else {
            throw SignatureError(.missing, "The request has no Signature-Input and Signature.")
        }
        guard let inputs = FieldParser.dictionary(input) else {
            throw SignatureError(.malformed, "Signature-Input is not a dictionary of structured fields.")
        }
        guard let signatures = FieldParser.dictionary(signature) else {
            throw SignatureError(.malformed, "Signature is not a dictionary of structured fields.")
        }
        guard let member = inputs[label], let value = signatures[label] else {
            throw SignatureError(.missing, "The request has no signature with the label \(label).")
        }
        guard case .list(let items) = member.content, case .value(.bytes(let bytes)) = value.content else {
            throw SignatureError(.malformed, "The signature with the label \(label) has a wrong type.")
        }
        self.bytes = bytes
        parameters = member.parameters
        components = try Self.components(items)
        if let algorithm = parameters["alg"], algorithm != .string(Self.algorithm) {
            throw SignatureError(.unsupported, "The signature has a different algorithm than \(Self.algorithm).")
        }
    }

    init(signing request: SignedRequest, components: [String], parameters: FieldParameters, key: [UInt8])
        throws(SignatureError)
    {
        self.components = components
        self.parameters = parameters
        let base = try Self.base(of: request, components, parameters)
        bytes = try SignatureHash.hmac(of: Array(base.utf8), key: key)
    }

    /// Signs a request.
    ///
    /// - Parameters:
    ///   - components: The components to cover.
    ///   - created: Seconds since 1970.
    ///   - nonce: Printable ASCII that was never used before with this key; nil leaves it out.
    public static func make(
        of request: SignedRequest, covering components: [String], created: Int64, keyID: String, nonce: String?,
        key: [UInt8]
    ) throws(SignatureError) -> HTTPSignature {
        var parameters = FieldParameters()
        parameters.set("created", to: .integer(created))
        parameters.set("keyid", to: .string(keyID))
        if let nonce { parameters.set("nonce", to: .string(nonce)) }
        parameters.set("alg", to: .string(algorithm))
        return try HTTPSignature(signing: request, components: components, parameters: parameters, key: key)
    }

    // MARK: - Parameters

    /// The time at which it was made, in seconds since 1970; nil if it has none.
    public var created: Int64? { integer("created") }
    /// The time at which it ends, in seconds since 1970; nil if it has none.
    public var expires: Int64? { integer("expires") }
    /// The identifier of the key that it was made with; nil if it has none.
    public var keyID: String? { string("keyid") }
    /// A text that must not be taken twice; nil if there is none.
    public var nonce: String? { string("nonce") }

    private func integer(_ name: String) -> Int64? {
        if case .integer(let number) = parameters[name] { number } else { nil }
    }

    private func string(_ name: String) -> String? {
        if case .string(let text) = parameters[name] { text } else { nil }
    }

    // MARK: - Checking

    /// Whether the signature was made of this request with this key. The time and the nonce are the caller's concern.
    ///
    /// - Throws: ``SignatureError`` if the request lacks something that is covered.
    public func isValid(for request: SignedRequest, key: [UInt8]) throws(SignatureError) -> Bool {
        let base = try Self.base(of: request, components, parameters)
        return try SignatureHash.areEqual(SignatureHash.hmac(of: Array(base.utf8), key: key), bytes)
    }

    /// The two header fields, under a label.
    public func fields(labeled label: String) -> [(name: String, value: String)] {
        [
            ("Signature-Input", "\(label)=\(Self.parametersText(components, parameters))"),
            ("Signature", "\(label)=\(FieldValue.bytes(bytes).text)"),
        ]
    }

    /// The text that is signed (RFC 9421, section 2.5).
    private static func base(
        of request: SignedRequest, _ components: [String], _ parameters: FieldParameters
    ) throws(SignatureError) -> String {
        var text = ""
        for component in components { text += "\"\(component)\": \(try request.value(of: component))\n" }
        return text + "\"@signature-params\": \(parametersText(components, parameters))"
    }

    private static func parametersText(_ components: [String], _ parameters: FieldParameters) -> String {
        "(\(components.map { FieldValue.quoted($0) }.joined(separator: " ")))\(parameters.text)"
    }

    private static func components(_ items: [FieldMember.Item]) throws(SignatureError) -> [String] {
        var names: [String] = []
        for item in items {
            guard case .string(let name) = item.value, isName(name), !names.contains(name) else {
                throw SignatureError(.malformed, "Signature-Input covers something twice, or that has no valid name.")
            }
            guard item.parameters.entries.isEmpty else {
                throw SignatureError(.unsupported, "Signature-Input covers \(name) with parameters; leave them out.")
            }
            names.append(name)
        }
        guard names.count <= mostComponents else {
            throw SignatureError(.unsupported, "The signature covers more than \(mostComponents) components.")
        }
        return names
    }

    /// Whether it is the name of a header field in lower case (RFC 9110, section 5.1), with or without the sign of derived
    /// components.
    private static func isName(_ text: String) -> Bool {
        let name = text.utf8.first == UInt8(ascii: "@") ? text.utf8.dropFirst() : text.utf8[...]
        return !name.isEmpty
            && name.allSatisfy { 0x61...0x7A ~= $0 || 0x30...0x39 ~= $0 || "!#$%&'*+-.^_`|~".utf8.contains($0) }
    }
}
