extension UInt8 {
    /// Whether the byte is white space (ISO 32000-1, table 1).
    @inline(__always)
    var isPDFSpace: Bool {
        switch self {
        case 0, 9, 10, 12, 13, 32: true
        default: false
        }
    }

    /// Whether the byte ends one token and begins another (ISO 32000-1, table 2).
    @inline(__always)
    var isPDFDelimiter: Bool {
        switch self {
        case 0x28, 0x29, 0x3C, 0x3E, 0x5B, 0x5D, 0x7B, 0x7D, 0x2F, 0x25: true
        default: false
        }
    }

    @inline(__always)
    var isPDFRegular: Bool { !isPDFSpace && !isPDFDelimiter }

    @inline(__always)
    var isASCIIDigit: Bool { self >= 0x30 && self <= 0x39 }

    /// The value of a hexadecimal digit; nil for any other byte.
    var hexValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }
}

extension String {
    /// The text of a name (ISO 32000-1, 7.3.5): UTF-8 or, if the bytes are not UTF-8, one character for each byte. So
    /// different names stay different.
    init(nameBytes bytes: some Collection<UInt8>) {
        self.init(decoding: bytes, as: UTF8.self)
        guard !bytes.allSatisfy(UTF8.isASCII), contains("\u{FFFD}") else { return }
        self = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
