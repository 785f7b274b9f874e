// Values with a text form are coded as that text, and checked again when they are decoded.

extension Decoder {
    /// The one value that this decoder holds.
    fileprivate func value<Value: Decodable>() throws -> Value { try singleValueContainer().decode(Value.self) }
}

extension Encoder {
    /// Writes the one value that this encoder is for.
    fileprivate func encode(_ value: some Encodable) throws {
        var container = singleValueContainer()
        try container.encode(value)
    }
}

extension AppID: Codable {
    /// Decodes the identifier, as it was written.
    public init(from decoder: any Decoder) throws { try self.init(decoder.value()) }
    /// Encodes the identifier, as it was written.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(description) }
}

extension AppName: Codable {
    /// Decodes the name.
    public init(from decoder: any Decoder) throws { try self.init(decoder.value()) }
    /// Encodes the name.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(description) }
}

extension AppVersion: Codable {
    /// Decodes the version.
    public init(from decoder: any Decoder) throws { try self.init(decoder.value()) }
    /// Encodes the version.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(description) }
}

extension OfferSource: Codable {
    /// Decodes the source.
    public init(from decoder: any Decoder) throws { try self.init(decoder.value()) }
    /// Encodes the source.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(description) }
}

extension URLScheme: Codable {
    /// Decodes the scheme.
    public init(from decoder: any Decoder) throws { try self.init(decoder.value() as String) }
    /// Encodes the scheme.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(description) }
}

extension AppURL: Codable {
    /// Decodes the URL.
    public init(from decoder: any Decoder) throws { try self.init(decoder.value()) }
    /// Encodes the URL.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(description) }
}

extension ActionID: Codable {
    /// Decodes the identifier.
    public init(from decoder: any Decoder) throws { try self.init(decoder.value()) }
    /// Encodes the identifier.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(description) }
}

extension IconName: Codable {
    /// Decodes the name.
    public init(from decoder: any Decoder) throws { try self.init(decoder.value()) }
    /// Encodes the name.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(description) }
}

extension FieldKey: Codable {
    /// Decodes the key. A dictionary of fields is coded as a list of keys and values, since two keys that look the same may be
    /// different bytes.
    public init(from decoder: any Decoder) throws { try self.init(decoder.value()) }
    /// Encodes the key.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(description) }
}

extension PackageDigest: Codable {
    /// Decodes the hexadecimal digits.
    public init(from decoder: any Decoder) throws { try self.init(decoder.value()) }
    /// Encodes the hexadecimal digits.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(description) }
}

/// Coded as the text of ``AppIcon/rawValue``.
extension AppIcon: Codable {}

extension Timestamp: Codable {
    /// Decodes milliseconds since the Unix epoch.
    public init(from decoder: any Decoder) throws { try self.init(milliseconds: decoder.value()) }
    /// Encodes milliseconds since the Unix epoch.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(milliseconds) }
}

extension BadgeCount: Codable {
    /// Decodes the count; one beyond the range becomes the nearest end of it.
    public init(from decoder: any Decoder) throws { self.init(clamping: try decoder.value() as Int64) }
    /// Encodes the count.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(value) }
}

extension AppOpening.Number: Codable {
    /// Decodes the number; one beyond the range becomes the nearest end of it.
    public init(from decoder: any Decoder) throws { try self.init(clamping: decoder.value()) }
    /// Encodes the number.
    public func encode(to encoder: any Encoder) throws { try encoder.encode(value) }
}
