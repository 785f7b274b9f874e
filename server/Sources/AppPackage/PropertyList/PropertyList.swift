/// The value of an Apple property list. Its readers are our own and made for hostile input: `docs/decisions/0008-property-lists.md`.
///
/// Texts have no long runs of combining marks, so that comparing and hashing them takes linear time. They may contain any other
/// character, even those that disturb a terminal. Keys are equal if they are canonically equivalent in Unicode.
enum PropertyList: Hashable, Sendable {
    case string(String)
    case integer(Int64)
    /// Possibly NaN or infinite.
    case real(Double)
    case boolean(Bool)
    /// Seconds since 2001-01-01T00:00:00Z, finite.
    case date(Double)
    case data([UInt8])
    case array([PropertyList])
    case dictionary([String: PropertyList])

    /// Reads a property list in the XML or the binary format, whichever the bytes begin with.
    ///
    /// - Throws: ``PackageError/Code/refused``, with a sentence that names the line or byte, if the list is malformed,
    ///   ambiguous or beyond a limit.
    init(bytes: [UInt8], limits: PropertyListLimits = .standard) throws(PackageError) {
        guard bytes.count <= limits.bytes else {
            throw .propertyList("it has \(bytes.count) bytes, and at most \(limits.bytes) are read")
        }
        if bytes.starts(with: "bplist".utf8) {
            var reader = try BinaryPropertyList(bytes, limits: limits)
            self = try reader.root()
        } else {
            var reader = try XMLPropertyList(bytes, limits: limits)
            self = try reader.root()
        }
    }
}

extension PackageError {
    /// The refusal of a property list. The reason is a clause without a period.
    static func propertyList(_ reason: String) -> PackageError {
        PackageError(.refused, "The property list cannot be read: \(reason). Correct it and pack the app again.")
    }
}

extension PropertyList {
    /// The value of a key; `nil` if there is none, or if this is not a dictionary.
    subscript(key: String) -> PropertyList? { dictionary?[key] }

    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    var integer: Int64? {
        guard case .integer(let number) = self else { return nil }
        return number
    }

    var array: [PropertyList]? {
        guard case .array(let values) = self else { return nil }
        return values
    }

    var dictionary: [String: PropertyList]? {
        guard case .dictionary(let values) = self else { return nil }
        return values
    }
}

/// The limits beyond which a property list is refused. Time and memory are proportional to them, whatever the file contains.
struct PropertyListLimits: Sendable {
    /// The size of the file in bytes.
    var bytes = 1 << 20
    /// How deeply arrays and dictionaries may be nested. Values are read, compared and freed by recursion, so a few hundred at most.
    var depth = 32
    /// The number of values and keys, counted each time a binary property list refers to them.
    var values = 50_000
    /// The bytes of all texts, keys and data, counted each time a binary property list refers to them.
    var content = 2 << 20

    /// The limits for an app's `Info.plist`.
    static let standard = PropertyListLimits()
}

/// What is left of the limits while a property list is read.
struct PropertyListBudget {
    private let limits: PropertyListLimits
    private var values: Int
    private var content: Int

    init(_ limits: PropertyListLimits) {
        self.limits = limits
        values = limits.values
        content = limits.content
    }

    /// Counts values and keys before they are read.
    mutating func spend(values count: Int) throws(PackageError) {
        guard count <= values else { throw .propertyList("it contains more than \(limits.values) values and keys") }
        values -= count
    }

    /// Counts the bytes of a text or of data before they are copied.
    mutating func spend(bytes count: Int) throws(PackageError) {
        guard count <= content else {
            throw .propertyList("it contains more than \(limits.content) bytes of text and data")
        }
        content -= count
    }

    /// Refuses an array or dictionary that is nested too deeply; the outermost has depth 1.
    func enter(depth: Int) throws(PackageError) {
        guard depth <= limits.depth else {
            throw .propertyList("arrays and dictionaries in it are nested more than \(limits.depth) deep")
        }
    }
}
