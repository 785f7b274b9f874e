import Testing

/// An archive that must be refused, with part of the sentence that must say why.
struct HostileArchive: CustomTestStringConvertible, Sendable {
    /// What kind of harm it is meant to do.
    enum Family: String, CaseIterable, Sendable {
        case traversal, links, specialFiles = "special files", ambiguity, lies, bombs, truncated, encodings, unreadable
        case foreign = "not an archive", placement
    }

    let family: Family
    /// Short, without spaces, unique.
    let name: String
    /// One line about what is wrong with it.
    let about: String
    /// Part of the refusal.
    let refusal: String
    private let make: @Sendable () -> [UInt8]

    var bytes: [UInt8] { make() }
    var testDescription: String { "\(family.rawValue): \(name)" }

    static let all: [HostileArchive] =
        traversal + links + specialFiles + ambiguity + layout + lies + zip64 + bombs + truncated + encodings
        + unreadable
        + foreign + placement

    /// Any bytes.
    init(
        _ family: Family, _ name: String, _ about: String, _ refusal: String,
        bytes: @escaping @Sendable @autoclosure () -> [UInt8]
    ) {
        (self.family, self.name, self.about, self.refusal, make) = (family, name, about, refusal, bytes)
    }

    /// A sound package, and what is done to it.
    init(
        _ family: Family, _ name: String, _ about: String, _ refusal: String,
        change: @escaping @Sendable (inout ZipWriter) -> Void
    ) {
        self.init(family, name, about, refusal, bytes: SoundArchive.package.changed(change).bytes())
    }
}
