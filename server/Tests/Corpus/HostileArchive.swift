/// A package that must be refused, with part of the sentence that must say why.
package struct HostileArchive: CustomStringConvertible, Sendable {
    /// The kind of harm that a package is meant to do.
    package enum Kind: String, CaseIterable, Sendable {
        case traversal, links, specialFiles = "special files", ambiguity, lies, bombs, truncated, encodings, unreadable
        case foreign = "not an archive", placement
        case xmlLists = "XML property lists", binaryLists = "binary property lists", bundles

        /// What packages of this kind have in common.
        package var about: String {
            switch self {
            case .traversal: "Paths that lead out of the folder to unpack into."
            case .links: "Symbolic links that lead out of the app, nowhere, or in circles."
            case .specialFiles: "Entries that are neither files, folders nor links, or that have special permissions."
            case .ambiguity: "Archives that different programs read differently, or that hide something."
            case .lies: "Archives with wrong sizes, counts and checksums."
            case .bombs: "Small archives that unpack to a lot, or take much time or memory."
            case .truncated: "Archives after a broken download or a disk error."
            case .encodings: "Names that are not text, or not the text that they seem to be."
            case .unreadable: "Archives that no program, or only some programs, can read."
            case .foreign: "Other files with the extension `.ipa`."
            case .placement: "Sound archives without an app, with a misplaced app, or with several apps."
            case .xmlLists: "Sound archives with an XML or text `Info.plist` that is not an accepted property list."
            case .binaryLists: "Sound archives with a binary `Info.plist` that contradicts itself or is a bomb."
            case .bundles: "Sound archives of an app with an invalid description of itself."
            }
        }
    }

    package let kind: Kind
    /// Short, without spaces, unique.
    package let name: String
    /// One line about what is wrong with it.
    package let about: String
    /// Part of the refusal.
    package let refusal: String
    private let make: @Sendable () -> [UInt8]

    package var bytes: [UInt8] { make() }
    package var description: String { "\(kind.rawValue): \(name)" }

    /// The packages with a hostile archive. In ``bundles``, the archive is sound, but the app in it is not.
    package static let all: [HostileArchive] =
        traversal + links + specialFiles + ambiguity + layout + lies + zip64 + bombs + truncated + encodings
        + unreadable + foreign + placement

    /// A package of any bytes.
    init(
        _ kind: Kind, _ name: String, _ about: String, _ refusal: String,
        bytes: @escaping @Sendable @autoclosure () -> [UInt8]
    ) {
        (self.kind, self.name, self.about, self.refusal, make) = (kind, name, about, refusal, bytes)
    }

    /// A sound package after a change.
    init(
        _ kind: Kind, _ name: String, _ about: String, _ refusal: String,
        change: @escaping @Sendable (inout ZipWriter) -> Void
    ) {
        self.init(kind, name, about, refusal, bytes: SoundArchive.package.changed(change).bytes())
    }
}
