import Serving

/// The mark of a catalog that is being copied to another place, and the mark of the copy until it is complete. Both are properties
/// that every process sees. Their value is the number of the copy, a space, and the other place.
enum Moving {
    /// The name of the property of a catalog that was or is being copied.
    static let source = "moving"

    /// Reads one of the properties.
    static let query = "SELECT value FROM property WHERE name = $1"

    /// The name of the property of a copy that is not complete.
    static let unfinished = "copying"

    static func value(_ number: String, _ place: String) -> [UInt8] { Array("\(number) \(place)".utf8) }

    /// The number of the copy.
    static func number(in value: [UInt8]) -> String { String(text(value).prefix { $0 != " " }) }

    /// The other place.
    static func place(in value: [UInt8]) -> String { String(text(value).drop { $0 != " " }.dropFirst()) }

    private static func text(_ value: [UInt8]) -> String { String(decoding: value, as: UTF8.self) }

    /// The answer to every change of a catalog that is being copied.
    static func readOnly(_ value: [UInt8]) -> ServiceError {
        ServiceError(
            .busy,
            "This server can't change anything right now, because its catalog is moving to \(place(in: value)); try again later.",
            answer:
                "This server can't change anything right now, because its catalog is moving to another place; try again later.",
            retryAfter: 60)
    }

    /// The warning when a server starts on a catalog that is or was being copied.
    ///
    /// - Parameter abandonment: The command that makes the catalog writable again.
    static func warning(_ place: String, _ abandonment: String) -> String {
        "The catalog is moving to \(place), or was moved there: this server can't change anything, and does not know what is "
            + "revoked there. Once the copy is complete, start a server on the new place, and stop this server. Only to give up "
            + "the new place, and every change made there: \(abandonment)"
    }

    /// The error for a catalog that is an unfinished copy.
    static func unfinished(_ value: [UInt8], in place: String) -> ServiceError {
        ServiceError(
            .configuration,
            "The catalog in \(place) is an unfinished copy of \(self.place(in: value)); finish it with catalog-server copy."
        )
    }
}
