/// What an Apple property list holds. Read by readers of our own, which take hostile input for the normal case:
/// `docs/decisions/0008-property-lists.md`.
///
/// Texts are free of long runs of combining marks, so that it takes no more than linear time to compare or hash them; they
/// may hold any other character, also those that disturb a terminal. Keys are the same where Unicode calls them
/// equivalent.
enum PropertyList: Hashable, Sendable {
    case string(String)
    case integer(Int64)
    /// Also not a number, and infinite.
    case real(Double)
    case boolean(Bool)
    /// Seconds since 2001-01-01T00:00:00Z, finite.
    case date(Double)
    case data([UInt8])
    case array([PropertyList])
    case dictionary([String: PropertyList])

    /// Reads a property list in the XML or the binary format, whichever the bytes begin with.
    ///
    /// - Throws: ``PackageError/Code/refused``, with a sentence that says at which line or byte, for whatever is malformed,
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
    /// A property list is refused; the reason is a clause without a period.
    static func propertyList(_ reason: String) -> PackageError {
        PackageError(.refused, "The property list cannot be read: \(reason). Correct it and pack the app again.")
    }
}
