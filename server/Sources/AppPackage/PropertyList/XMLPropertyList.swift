import AppGroup
import AppGroupText

/// Reads the XML format, as <http://www.apple.com/DTDs/PropertyList-1.0.dtd> defines it.
struct XMLPropertyList {
    private var scanner: XMLScanner
    private var budget: PropertyListBudget

    init(_ document: [UInt8], limits: PropertyListLimits) throws(PackageError) {
        guard !document.isEmpty else { throw .propertyList("it is empty") }
        scanner = try XMLScanner(document)
        budget = PropertyListBudget(limits)
    }

    mutating func root() throws(PackageError) -> PropertyList {
        try scanner.takeDeclaration()
        try scanner.takeSpaceAndComments()
        guard scanner.next == UInt8(ascii: "<") else {
            throw .propertyList(
                "it is neither XML nor binary; if it is an old text property list or JSON, convert it with"
                    + " `plutil -convert xml1`")
        }
        if try scanner.takeDocumentType() { try scanner.takeSpaceAndComments() }
        let outermost = try scanner.tag()
        guard outermost.name == "plist", outermost.kind == .opening else {
            throw scanner.fault(
                "the outermost element is \(PlainText.quoted(outermost.name)), not a “plist” with a value")
        }
        try scanner.takeSpaceAndComments()
        let root = try value(scanner.tag(), depth: 0)
        try scanner.takeSpaceAndComments()
        let end = try scanner.tag()
        guard end.name == "plist", end.kind == .closing else {
            throw scanner.fault("\(PlainText.quoted(end.name)) follows the first value instead of the end of “plist”")
        }
        try scanner.takeSpaceAndComments()
        guard scanner.next == nil else { throw scanner.fault("something follows the end of “plist”") }
        return root
    }

    /// The element that a tag begins, nested at a depth.
    private mutating func value(_ tag: XMLTag, depth: Int) throws(PackageError) -> PropertyList {
        guard tag.kind != .closing else {
            throw scanner.fault("there is the end of \(PlainText.quoted(tag.name)) instead of a value")
        }
        try budget.spend(values: 1)
        switch tag.name {
        case "dict": return .dictionary(try dictionary(tag, depth: depth + 1))
        case "array": return .array(try array(tag, depth: depth + 1))
        case "string": return .string(try string(tag))
        case "data":
            guard let data = XMLScalar.data(try content(of: tag)) else {
                throw scanner.fault("the data are not base64")
            }
            return .data(data)
        case "integer": return .integer(try parsed(tag, "an integer of 64 bits", XMLScalar.integer))
        case "real": return .real(try parsed(tag, "a number", XMLScalar.real))
        case "date": return .date(try parsed(tag, "a date such as 2026-03-04T05:06:07Z", XMLScalar.date))
        case "true", "false":
            guard try content(of: tag).isEmpty else { throw scanner.fault("“\(tag.name)” contains text") }
            return .boolean(tag.name == "true")
        case "key": throw scanner.fault("there is a key instead of a value")
        default: throw scanner.fault("the element \(PlainText.quoted(tag.name)) is unknown")
        }
    }

    private mutating func array(_ tag: XMLTag, depth: Int) throws(PackageError) -> [PropertyList] {
        try budget.enter(depth: depth)
        var values: [PropertyList] = []
        while let next = try child(of: tag) { values.append(try value(next, depth: depth)) }
        return values
    }

    private mutating func dictionary(_ tag: XMLTag, depth: Int) throws(PackageError) -> [String: PropertyList] {
        try budget.enter(depth: depth)
        var values: [String: PropertyList] = [:]
        while let next = try child(of: tag) {
            guard next.name == "key" else { throw scanner.fault("a value has no key before it") }
            try budget.spend(values: 1)
            let key = try string(next)
            guard let valueTag = try child(of: tag) else {
                throw scanner.fault("the key \(PlainText.quoted(key)) has no value")
            }
            guard values.updateValue(try value(valueTag, depth: depth), forKey: key) == nil else {
                throw scanner.fault("the dictionary around this line has the key \(PlainText.quoted(key)) twice")
            }
        }
        return values
    }

    /// The tag of the next element inside another element; `nil` at the end of that one.
    private mutating func child(of parent: XMLTag) throws(PackageError) -> XMLTag? {
        guard parent.kind == .opening else { return nil }
        try scanner.takeSpaceAndComments()
        let tag = try scanner.tag()
        guard tag.kind == .closing else { return tag }
        guard tag.name == parent.name else { throw mismatch(tag, parent) }
        return nil
    }

    private mutating func string(_ tag: XMLTag) throws(PackageError) -> String {
        let text = String(decoding: try content(of: tag), as: UTF8.self)
        guard !CombiningMarks.areTooMany(in: text) else {
            throw scanner.fault("a text has more than \(CombiningMarks.most) combining marks in a row")
        }
        return text
    }

    private mutating func parsed<Value>(
        _ tag: XMLTag, _ what: String, _ parse: (String) -> Value?
    ) throws(PackageError) -> Value {
        let text = try string(tag)
        guard let value = parse(text) else { throw scanner.fault("\(PlainText.quoted(text)) is not \(what)") }
        return value
    }

    /// The text of an element that contains nothing else.
    private mutating func content(of tag: XMLTag) throws(PackageError) -> [UInt8] {
        guard tag.kind == .opening else { return [] }
        let content = try scanner.content()
        let end = try scanner.tag()
        guard end.kind == .closing else {
            throw scanner.fault("\(PlainText.quoted(tag.name)) contains the element \(PlainText.quoted(end.name))")
        }
        guard end.name == tag.name else { throw mismatch(end, tag) }
        try budget.spend(bytes: content.count)
        return content
    }

    private func mismatch(_ end: XMLTag, _ begin: XMLTag) -> PackageError {
        scanner.fault("\(PlainText.quoted(begin.name)) ends with the tag of \(PlainText.quoted(end.name))")
    }
}

/// Reads the values that are written as text in the elements of an XML property list.
enum XMLScalar {
    /// Decimal with or without a sign, or hexadecimal after `0x`.
    static func integer(_ text: String) -> Int64? {
        let text = trimmed(text)
        guard text.hasPrefix("0x") || text.hasPrefix("0X") else { return Int64(text) }
        let digits = text.dropFirst(2)
        return digits.first?.isHexDigit == true ? Int64(digits, radix: 16) : nil
    }

    /// Decimal with or without a fraction and an exponent, or `nan`, `inf` or `infinity`.
    static func real(_ text: String) -> Double? {
        let text = trimmed(text)
        let word = text.drop { $0 == "+" || $0 == "-" }.lowercased()
        let isDecimal = text.utf8.allSatisfy { "+-.0123456789eE".utf8.contains($0) }
        return isDecimal || ["nan", "inf", "infinity"].contains(word) ? Double(text) : nil
    }

    /// ISO 8601 in UTC with whole seconds, as seconds since 2001-01-01T00:00:00Z.
    static func date(_ text: String) -> Double? {
        let shape = text.utf8.map { 0x30...0x39 ~= $0 ? UInt8(ascii: "0") : $0 }
        guard shape.elementsEqual("0000-00-00T00:00:00Z".utf8), !text.hasSuffix("60Z"),
            let moment = Timestamp(rfc3339: text)
        else { return nil }
        return Double(moment.milliseconds / 1000 - 978_307_200)
    }

    /// Base64 with white space anywhere, and with its padding.
    static func data(_ text: [UInt8]) -> [UInt8]? {
        let text = text.filter { !isSpace($0) }
        let padding = text.drop { $0 != UInt8(ascii: "=") }
        let isWhole = text.count % 4 == 0 && ["", "=", "=="].contains(String(decoding: padding, as: UTF8.self))
        return isWhole ? Base64.decode(text) : nil
    }

    private static func isSpace(_ byte: UInt8) -> Bool {
        byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D
    }

    private static func trimmed(_ text: String) -> Substring {
        let bytes = text.utf8
        guard let first = bytes.firstIndex(where: { !isSpace($0) }), let last = bytes.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return text[first...last]
    }
}
