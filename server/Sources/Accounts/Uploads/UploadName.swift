import Serving

/// What a file in a user's folder of uploads is. Its name says so.
enum UploadName: Hashable, Sendable {
    /// `<hash>`: it is complete, hashed and on the disk.
    case whole(BlobDigest)
    /// `<hash>.part`: it is being sent.
    case part(BlobDigest)
    /// `<hash>.kept`: an empty file, which says that the complete one is kept elsewhere, too.
    case kept(BlobDigest)
    /// `<random>.form`: it comes from a browser, and has no known hash until its end.
    case form(String)

    /// `nil` if it is not a name that the store gives to files.
    init?(_ fileName: String) {
        let stem = fileName.prefix { $0 != "." }
        switch (fileName.dropFirst(stem.count), BlobDigest(stem)) {
        case ("", let hash?): self = .whole(hash)
        case (".part", let hash?): self = .part(hash)
        case (".kept", let hash?): self = .kept(hash)
        case (".form", _) where OwnFolder.isRandom(stem): self = .form(String(stem))
        default: return nil
        }
    }

    var fileName: String {
        switch self {
        case .whole(let hash): "\(hash)"
        case .part(let hash): "\(hash).part"
        case .kept(let hash): "\(hash).kept"
        case .form(let random): "\(random).form"
        }
    }

    var isForm: Bool { if case .form = self { true } else { false } }

    func path(in folder: String) -> String { "\(folder)/\(fileName)" }
}

extension Sequence<UploadName> {
    /// The files that are kept elsewhere, too.
    var copies: Set<BlobDigest> {
        Set(compactMap { if case .kept(let hash) = $0 { hash } else { nil } })
    }
}
