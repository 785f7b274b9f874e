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
            throw scanner.fault("the outermost element is \(Quoted.text(outermost.name)), not a “plist” with a value")
        }
        try scanner.takeSpaceAndComments()
        let root = try value(scanner.tag(), depth: 0)
        try scanner.takeSpaceAndComments()
        let end = try scanner.tag()
        guard end.name == "plist", end.kind == .closing else {
            throw scanner.fault("after the first value stands \(Quoted.text(end.name)) and not the end of “plist”")
        }
        try scanner.takeSpaceAndComments()
        guard scanner.next == nil else { throw scanner.fault("something follows the end of “plist”") }
        return root
    }

    /// The element that a tag begins, within so many arrays and dictionaries.
    private mutating func value(_ tag: XMLTag, depth: Int) throws(PackageError) -> PropertyList {
        guard tag.kind != .closing else {
            throw scanner.fault("the end of \(Quoted.text(tag.name)) stands where a value should begin")
        }
        try budget.spend(values: 1)
        switch tag.name {
        case "dict": return .dictionary(try dictionary(tag, depth: depth + 1))
        case "array": return .array(try array(tag, depth: depth + 1))
        case "string": return .string(try string(tag))
        case "data":
            guard let data = Base64.decode(try content(of: tag)) else { throw scanner.fault("the data are not base64") }
            return .data(data)
        case "integer": return .integer(try parsed(tag, "an integer of 64 bits", XMLScalar.integer))
        case "real": return .real(try parsed(tag, "a number", XMLScalar.real))
        case "date": return .date(try parsed(tag, "a date such as 2026-03-04T05:06:07Z", XMLScalar.date))
        case "true", "false":
            guard try content(of: tag).isEmpty else { throw scanner.fault("“\(tag.name)” holds a text") }
            return .boolean(tag.name == "true")
        case "key": throw scanner.fault("a key stands where a value should")
        default: throw scanner.fault("the element \(Quoted.text(tag.name)) is unknown")
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
                throw scanner.fault("the key \(Quoted.text(key)) has no value")
            }
            guard values.updateValue(try value(valueTag, depth: depth), forKey: key) == nil else {
                throw scanner.fault("the dictionary that holds this line has the key \(Quoted.text(key)) twice")
            }
        }
        return values
    }

    /// The tag of the next element within another one; `nil` at the end of that one.
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
        guard let value = parse(text) else { throw scanner.fault("\(Quoted.text(text)) is not \(what)") }
        return value
    }

    /// The text in an element, which holds nothing else.
    private mutating func content(of tag: XMLTag) throws(PackageError) -> [UInt8] {
        guard tag.kind == .opening else { return [] }
        let content = try scanner.content()
        let end = try scanner.tag()
        guard end.kind == .closing else {
            throw scanner.fault("\(Quoted.text(tag.name)) holds the element \(Quoted.text(end.name))")
        }
        guard end.name == tag.name else { throw mismatch(end, tag) }
        try budget.spend(bytes: content.count)
        return content
    }

    private func mismatch(_ end: XMLTag, _ begin: XMLTag) -> PackageError {
        scanner.fault("\(Quoted.text(begin.name)) ends with the tag of \(Quoted.text(end.name))")
    }
}
