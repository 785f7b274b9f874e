import AppGroup

/// Reads the parts of an XML document one after the other: Extensible Markup Language 1.0, fifth edition, as far as property lists
/// use it. Only the five predefined entities exist, and nothing outside the document is read.
struct XMLScanner {
    private let text: XMLText
    private var position = 0

    init(_ document: [UInt8]) throws(PackageError) { text = try XMLText(document) }

    /// The next byte; `nil` at the end.
    var next: UInt8? { position < text.bytes.count ? text.bytes[position] : nil }

    /// An error in the current line.
    func fault(_ reason: String) -> PackageError { .propertyList("line \(text.line(of: position)): \(reason)") }

    /// Skips a mark if it comes next.
    mutating func take(_ mark: StaticString) -> Bool {
        let found = mark.withUTF8Buffer { text.bytes[position...].starts(with: $0) }
        if found { position += mark.utf8CodeUnitCount }
        return found
    }

    /// Skips white space if any comes next.
    @discardableResult
    mutating func takeSpace() -> Bool {
        let start = position
        while let byte = next, byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D { position += 1 }
        return position > start
    }

    /// Skips white space and comments.
    mutating func takeSpaceAndComments() throws(PackageError) {
        takeSpace()
        while take("<!--") {
            try takeComment()
            takeSpace()
        }
    }

    /// Skips the XML declaration, which may only be at the very beginning.
    mutating func takeDeclaration() throws(PackageError) {
        guard take("<?xml") else { return }
        while takeSpace(), let attribute = try attribute() {
            switch attribute.name {
            case "version":
                guard attribute.value == "1.0" else { throw fault("its XML version is not 1.0") }
            case "encoding":
                guard attribute.value.lowercased() == (text.isUTF16 ? "utf-16" : "utf-8") else {
                    throw fault("it declares the encoding \(PlainText.quoted(attribute.value)); save it in UTF-8")
                }
            case "standalone": break
            default: throw fault("its XML declaration contains the unknown word \(PlainText.quoted(attribute.name))")
            }
        }
        guard take("?>") else { throw fault("its XML declaration does not end with “?>”") }
    }

    /// Skips a document type declaration if one comes next. It may name the usual definition, which is not read, but must not declare
    /// anything itself.
    mutating func takeDocumentType() throws(PackageError) -> Bool {
        guard take("<!DOCTYPE") else { return false }
        guard takeSpace(), take("plist"), next == UInt8(ascii: ">") || takeSpace() else {
            throw fault("its document type is not “plist”")
        }
        let isPublic = take("PUBLIC")
        if isPublic || take("SYSTEM") {
            for _ in 0..<(isPublic ? 2 : 1) {
                guard takeSpace() else { throw fault("its document type has no space between two words") }
                _ = try quoted()
            }
            takeSpace()
        }
        guard next != UInt8(ascii: "[") else {
            throw fault("its document type declares entities or elements of its own, which is not allowed")
        }
        guard take(">") else { throw fault("its document type does not end with “>”") }
        return true
    }

    /// Reads a tag, which must come next. Only `plist` may have an attribute, its version, which is ignored.
    mutating func tag() throws(PackageError) -> XMLTag {
        guard next != nil else { throw fault("it ends in the middle") }
        guard take("<") else { throw fault("there is text where only elements are allowed") }
        let isClosing = take("/")
        let name = name()
        guard !name.isEmpty else { throw fault("a “<” does not begin a known tag; write “&lt;” for the character") }
        if takeSpace(), !isClosing, name == "plist", let attribute = try attribute() {
            guard attribute.name == "version" else {
                throw fault("“plist” has the unknown attribute \(PlainText.quoted(attribute.name))")
            }
            takeSpace()
        }
        if !isClosing, take("/>") { return XMLTag(name: name, kind: .empty) }
        guard take(">") else {
            throw fault("the tag \(PlainText.quoted(name)) has attributes or does not end with “>”")
        }
        return XMLTag(name: name, kind: isClosing ? .closing : .opening)
    }

    /// Reads the text up to the next tag, with references resolved and without comments.
    mutating func content() throws(PackageError) -> [UInt8] {
        var content: [UInt8] = []
        while let byte = next {
            if byte == UInt8(ascii: "&") {
                content += try reference()
            } else if byte != UInt8(ascii: "<") {
                content += try plainText()
            } else if take("<!--") {
                try takeComment()
            } else if take("<![CDATA[") {
                content += try upTo("]]>", of: "a CDATA section")
            } else {
                return content
            }
        }
        throw fault("it ends in the middle of a text")
    }

    private mutating func plainText() throws(PackageError) -> ArraySlice<UInt8> {
        let start = position
        while let byte = next, byte != UInt8(ascii: "<"), byte != UInt8(ascii: "&") {
            if byte == UInt8(ascii: "]"), take("]]>") {
                throw fault("“]]>” does not end a CDATA section; write “]]&gt;”")
            }
            position += 1
        }
        return text.bytes[start..<position]
    }

    /// A character that is written as a reference: `&amp;`, `&#38;`, `&#x26;`.
    private mutating func reference() throws(PackageError) -> [UInt8] {
        // The longest one needed is &#1114111;.
        let part = text.bytes[(position + 1)...].prefix(12)
        guard let end = part.firstIndex(of: UInt8(ascii: ";")) else {
            throw fault("a “&” does not begin a reference; write “&amp;” for the character")
        }
        let name = String(decoding: part[..<end], as: UTF8.self)
        let character: Unicode.Scalar? =
            switch name {
            case "amp": "&"
            case "lt": "<"
            case "gt": ">"
            case "apos": "'"
            case "quot": "\""
            default: Self.numbered(name)
            }
        guard let character else { throw fault("\(PlainText.quoted("&\(name);")) is not a known character") }
        position = end + 1
        return Array(String(character).utf8)
    }

    private static func numbered(_ name: String) -> Unicode.Scalar? {
        guard name.hasPrefix("#") else { return nil }
        let isHexadecimal = name.hasPrefix("#x")
        let digits = name.dropFirst(isHexadecimal ? 2 : 1)
        guard digits.first != "+", let value = UInt32(digits, radix: isHexadecimal ? 16 : 10),
            XMLText.isCharacter(value)
        else { return nil }
        return Unicode.Scalar(value)
    }

    private mutating func takeComment() throws(PackageError) {
        _ = try upTo("--", of: "a comment")
        guard take(">") else { throw fault("a comment contains “--”") }
    }

    private mutating func attribute() throws(PackageError) -> (name: String, value: String)? {
        let name = name()
        guard !name.isEmpty else { return nil }
        takeSpace()
        guard take("=") else { throw fault("the attribute \(PlainText.quoted(name)) has no value") }
        takeSpace()
        let value = try quoted()
        guard value.count <= 64, !value.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) else {
            throw fault("the attribute \(PlainText.quoted(name)) has a value that is too long or contains “<” or “&”")
        }
        return (name, String(decoding: value, as: UTF8.self))
    }

    /// The text in the quotation marks that come next.
    private mutating func quoted() throws(PackageError) -> ArraySlice<UInt8> {
        if take("\"") { return try upTo("\"", of: "a quotation") }
        guard take("'") else { throw fault("a quotation mark is missing") }
        return try upTo("'", of: "a quotation")
    }

    /// The text before a mark, which is skipped as well.
    private mutating func upTo(_ mark: StaticString, of what: String) throws(PackageError) -> ArraySlice<UInt8> {
        let start = position
        let first = mark.withUTF8Buffer { $0.first }
        while let byte = next {
            let end = position
            if byte == first, take(mark) { return text.bytes[start..<end] }
            position += 1
        }
        throw fault("\(what) does not end")
    }

    /// The name that comes next; empty if there is none. All names in property lists are ASCII.
    private mutating func name() -> String {
        let start = position
        while let byte = next, Self.isName(byte) { position += 1 }
        return String(decoding: text.bytes[start..<position], as: UTF8.self)
    }

    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: ":"):
            true
        default: false
        }
    }
}

/// A tag at the beginning or end of an element.
struct XMLTag {
    enum Kind {
        /// `<name>`.
        case opening
        /// `</name>`.
        case closing
        /// `<name/>`, an empty element.
        case empty
    }

    let name: String
    let kind: Kind
}
