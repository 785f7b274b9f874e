/// A value of PDF's syntax (ISO 32000-1, 7.3).
enum PDFObject {
    case null
    case boolean(Bool)
    case integer(Int)
    case real(Double)
    case string([UInt8])
    case name(String)
    case array([PDFObject])
    case dictionary(PDFDictionary)
    case reference(Int)
    case stream(PDFStream)
}

/// Values by name. References among them are not resolved.
typealias PDFDictionary = [String: PDFObject]

/// A stream: its dictionary, and the range of its stored bytes in the source.
struct PDFStream {
    var dictionary: PDFDictionary
    var range: Range<Int>
    /// The number and generation of the object, which its encryption key depends on; nil if it isn't encrypted.
    var key: ObjectKey?
}

/// The number and generation of an object.
struct ObjectKey {
    var number: Int
    var generation: Int
}

extension PDFObject {
    var integer: Int? {
        switch self {
        case .integer(let value): value
        case .real(let value): Int(exactly: value.rounded(.towardZero))
        default: nil
        }
    }

    var number: Double? {
        switch self {
        case .integer(let value): Double(value)
        case .real(let value): value
        default: nil
        }
    }

    var name: String? { if case .name(let name) = self { name } else { nil } }

    var string: [UInt8]? { if case .string(let bytes) = self { bytes } else { nil } }

    var array: [PDFObject]? { if case .array(let elements) = self { elements } else { nil } }

    /// The value of a dictionary, or the dictionary of a stream.
    var dictionary: PDFDictionary? {
        switch self {
        case .dictionary(let dictionary): dictionary
        case .stream(let stream): stream.dictionary
        default: nil
        }
    }

    var stream: PDFStream? { if case .stream(let stream) = self { stream } else { nil } }

    var reference: Int? { if case .reference(let number) = self { number } else { nil } }

    var isNull: Bool { if case .null = self { true } else { false } }
}
