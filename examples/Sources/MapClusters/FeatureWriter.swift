/// Writes points as a GeoJSON FeatureCollection (RFC 7946): longitude first, six decimals, which is a tenth of a meter.
public struct FeatureWriter {
    private var bytes = Array(#"{"type":"FeatureCollection","features":["#.utf8)
    private var isFirst = true

    /// An empty collection.
    public init() { bytes.reserveCapacity(16 << 10) }

    /// Adds a point whose properties a function writes.
    public mutating func add(at place: MapPlace, _ properties: (inout FeatureProperties) -> Void) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes += #"{"type":"Feature","geometry":{"type":"Point","coordinates":["#.utf8
        Self.write(place.longitude, to: &bytes)
        bytes.append(UInt8(ascii: ","))
        Self.write(place.latitude, to: &bytes)
        bytes += #"]},"properties":{"#.utf8
        var writer = FeatureProperties(bytes: [])
        swap(&writer.bytes, &bytes)
        properties(&writer)
        swap(&writer.bytes, &bytes)
        bytes += "}}".utf8
    }

    /// The complete document.
    public consuming func finish() -> [UInt8] {
        bytes += "]}\n".utf8
        return bytes
    }

    /// Writes degrees with at most six decimals.
    static func write(_ degrees: Double, to bytes: inout [UInt8]) {
        let millionths = Int((degrees * 1_000_000).rounded())
        if millionths < 0 { bytes.append(UInt8(ascii: "-")) }
        let (whole, rest) = millionths.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
        FeatureProperties.write(whole, to: &bytes)
        guard rest > 0 else { return }
        bytes.append(UInt8(ascii: "."))
        var (decimals, place) = (rest, 100_000 as UInt)
        while decimals > 0 {
            bytes.append(UInt8(ascii: "0") + UInt8(decimals / place))
            decimals %= place
            place /= 10
        }
    }
}

/// The properties of one feature.
public struct FeatureProperties {
    fileprivate var bytes: [UInt8]
    private var isFirst = true

    fileprivate init(bytes: [UInt8]) { self.bytes = bytes }

    /// Adds a property with a text.
    public mutating func add(_ name: StaticString, _ text: String) {
        begin(name)
        bytes.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case 0..<0x20: bytes += "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }

    /// Adds a property with a number.
    public mutating func add(_ name: StaticString, _ number: Int) {
        begin(name)
        if number < 0 { bytes.append(UInt8(ascii: "-")) }
        Self.write(number.magnitude, to: &bytes)
    }

    /// Adds true or false.
    public mutating func add(_ name: StaticString, _ flag: Bool) {
        begin(name)
        bytes += (flag ? "true" : "false").utf8
    }

    private mutating func begin(_ name: StaticString) {
        if !isFirst { bytes.append(UInt8(ascii: ",")) }
        isFirst = false
        bytes.append(UInt8(ascii: "\""))
        name.withUTF8Buffer { bytes += $0 }
        bytes += "\":".utf8
    }

    static func write(_ number: UInt, to bytes: inout [UInt8]) {
        if number >= 10 { write(number / 10, to: &bytes) }
        bytes.append(UInt8(ascii: "0") + UInt8(number % 10))
    }
}
