/// A package that must be refused, with part of the sentence that must say why.
package struct HostileArchive: CustomStringConvertible, Sendable {
    /// What kind of harm it is meant to do.
    package enum Family: String, CaseIterable, Sendable {
        case traversal, links, specialFiles = "special files", ambiguity, lies, bombs, truncated, encodings, unreadable
        case foreign = "not an archive", placement
        case xmlLists = "XML property lists", binaryLists = "binary property lists", bundles

        /// What those of the family have in common.
        package var about: String {
            switch self {
            case .traversal: "Paths that lead out of the folder that is unpacked to."
            case .links: "Symbolic links that lead out of the app, nowhere, or in circles."
            case .specialFiles: "What is neither file nor folder nor link, or has rights of its own."
            case .ambiguity: "Archives in which two programs see two things, or in which something lies hidden."
            case .lies: "Archives that say something wrong about sizes, counts and checksums."
            case .bombs: "Small archives that unpack to much, or take much time or memory."
            case .truncated: "What a broken download or disk leaves."
            case .encodings: "Names that are no text, or not the text that they seem to be."
            case .unreadable: "Archives that nobody can look into, or only some programs."
            case .foreign: "What else is found in files that are named `.ipa`."
            case .placement: "Sound archives that hold no app, or not where it should be, or more than one."
            case .xmlLists: "Sound archives whose `Info.plist` is XML, or text, but no property list that is read."
            case .binaryLists: "Sound archives whose `Info.plist` is binary and lies, or is a bomb."
            case .bundles: "Sound archives of an app that says of itself what cannot be."
            }
        }
    }

    package let family: Family
    /// Short, without spaces, unique.
    package let name: String
    /// One line about what is wrong with it.
    package let about: String
    /// Part of the refusal.
    package let refusal: String
    private let make: @Sendable () -> [UInt8]

    package var bytes: [UInt8] { make() }
    package var description: String { "\(family.rawValue): \(name)" }

    /// Those whose archive itself is to be refused. In ``bundles`` it is sound, and the app in it is not.
    package static let all: [HostileArchive] =
        traversal + links + specialFiles + ambiguity + layout + lies + zip64 + bombs + truncated + encodings
        + unreadable + foreign + placement

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
