/// Writes one document in either format. JSON follows from XML by the rules of GeoReport v2: lists are arrays, the root
/// vanishes, and absent values are null, where XML has empty elements.
struct GeoWriter {
    let format: GeoFormat
    private(set) var bytes: [UInt8] = []
    /// Whether the next member or element of JSON needs a comma before it.
    private var needsComma = false

    init(_ format: GeoFormat) {
        self.format = format
        bytes.reserveCapacity(4096)
        if format == .xml { bytes += Self.declaration.utf8 }
    }

    static let declaration = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"

    // MARK: - Structure

    /// A list of elements with the same name.
    mutating func list<Element>(
        _ name: StaticString, of item: StaticString, _ elements: some Sequence<Element>, isRoot: Bool = false,
        _ write: (inout GeoWriter, Element) -> Void
    ) {
        open(name, bracket: "[", hasName: !isRoot)
        for element in elements {
            open(item, bracket: "{", hasName: false)
            write(&self, element)
            close(item, bracket: "}")
        }
        close(name, bracket: "]")
    }

    /// A list of texts with the same name.
    mutating func texts(_ name: StaticString, of item: StaticString, _ texts: [String]) {
        open(name, bracket: "[", hasName: true)
        for text in texts {
            begin(item, hasName: false)
            value(text)
            end(item)
        }
        close(name, bracket: "]")
    }

    /// One element with members.
    mutating func object(_ name: StaticString, isRoot: Bool = false, _ write: (inout GeoWriter) -> Void) {
        open(name, bracket: "{", hasName: !isRoot)
        write(&self)
        close(name, bracket: "}")
    }

    // MARK: - Members

    mutating func text(_ name: StaticString, _ text: String?) {
        begin(name)
        if let text { value(text) } else { null() }
        end(name)
    }

    /// A member whose name is not known in advance. In XML, the characters that a name can't have become underscores.
    mutating func text(named name: String, _ text: String) {
        switch format {
        case .xml:
            let name = Self.elementName(name)
            bytes += "<\(name)>".utf8
            value(text)
            bytes += "</\(name)>".utf8
        case .json:
            if needsComma { bytes.append(UInt8(ascii: ",")) }
            value(name)
            bytes.append(UInt8(ascii: ":"))
            value(text)
            needsComma = true
        }
    }

    mutating func number(_ name: StaticString, _ number: Int) {
        begin(name)
        bytes += String(number).utf8
        end(name)
    }

    mutating func degrees(_ name: StaticString, _ degrees: Double?) {
        begin(name)
        if let degrees, degrees.isFinite { bytes += degrees.description.utf8 } else { null() }
        end(name)
    }

    mutating func flag(_ name: StaticString, _ flag: Bool) {
        begin(name)
        bytes += (flag ? "true" : "false").utf8
        end(name)
    }

    // MARK: - Bytes

    private mutating func begin(_ name: StaticString, hasName: Bool = true) {
        switch format {
        case .xml:
            bytes.append(UInt8(ascii: "<"))
            name.withUTF8Buffer { bytes += $0 }
            bytes.append(UInt8(ascii: ">"))
        case .json:
            if needsComma { bytes.append(UInt8(ascii: ",")) }
            if hasName {
                bytes.append(UInt8(ascii: "\""))
                name.withUTF8Buffer { bytes += $0 }
                bytes += "\":".utf8
            }
        }
    }

    private mutating func end(_ name: StaticString) {
        needsComma = true
        guard format == .xml else { return }
        bytes += "</".utf8
        name.withUTF8Buffer { bytes += $0 }
        bytes.append(UInt8(ascii: ">"))
    }

    private mutating func open(_ name: StaticString, bracket: Unicode.Scalar, hasName: Bool) {
        begin(name, hasName: hasName)
        if format == .json { bytes.append(UInt8(ascii: bracket)) }
        needsComma = false
    }

    private mutating func close(_ name: StaticString, bracket: Unicode.Scalar) {
        if format == .json { bytes.append(UInt8(ascii: bracket)) }
        end(name)
    }

    private mutating func null() {
        if format == .json { bytes += "null".utf8 }
    }

    private mutating func value(_ text: String) {
        switch format {
        case .xml: xml(text)
        case .json:
            bytes.append(UInt8(ascii: "\""))
            for byte in text.utf8 {
                switch byte {
                case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
                case UInt8(ascii: "\n"): bytes += #"\n"#.utf8
                case 0..<0x20: bytes += "\\u00\(byte < 0x10 ? "0" : "")\(String(byte, radix: 16))".utf8
                default: bytes.append(byte)
                }
            }
            bytes.append(UInt8(ascii: "\""))
        }
    }

    /// Text as XML 1.0 has it (sections 2.2, 2.4 and 2.11). It can't have most control characters, so these are left out.
    /// Not `MarkupText` of AppGroupText: this library depends on no other library of ours that writes.
    private mutating func xml(_ text: String) {
        // U+FFFE and U+FFFF, the only others that it can't have, are EF BF BE and EF BF BF.
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\r"): bytes += "&#13;".utf8
            case 0..<0x20 where byte != UInt8(ascii: "\n") && byte != UInt8(ascii: "\t"): break
            case 0xBE, 0xBF: bytes.append(bytes.suffix(2).elementsEqual([0xEF, 0xBF]) ? 0xBD : byte)
            default: bytes.append(byte)
            }
        }
    }

    private static func elementName(_ name: String) -> String {
        let letters = name.unicodeScalars.map { scalar -> Character in
            switch scalar {
            case "0"..."9", "A"..."Z", "a"..."z", "-", ".": Character(scalar)
            default: "_"
            }
        }
        return letters.first.map { $0.isLetter || $0 == "_" } == true ? String(letters) : "_" + String(letters)
    }
}
