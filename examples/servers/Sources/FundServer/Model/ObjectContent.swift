import Serving

/// What an object says. ``check(for:)`` tells whether it keeps the rules of `docs/fund-server.md`.
enum ObjectContent: Hashable, Sendable {
    case fund(Fund)
    case note(Note)
    case feed(Feed)
    case read(ReadMark)
    case file(File)

    struct Fund: Codable, Hashable, Sendable {
        let name: String
    }

    struct Note: Codable, Hashable, Sendable {
        let fund: ObjectID
        let title: String
        let text: String
    }

    struct Feed: Hashable, Sendable {
        let address: String
        let title: String
        let folders: [String]
        let fund: ObjectID?
    }

    struct ReadMark: Codable, Hashable, Sendable {
        let feed: ObjectID
        /// The identity of an item.
        let item: String
        let read: Bool
    }

    struct File: Codable, Hashable, Sendable {
        let fund: ObjectID
        /// Relative to the fund's folder.
        let path: String
        let sha256: String
        /// In bytes.
        let size: Int64
        /// Milliseconds since 1970.
        let modified: Int64
    }

    /// The SHA-256 of the bytes that it names; `nil` for other kinds.
    var file: BlobDigest? {
        if case .file(let file) = self { BlobDigest(file.sha256) } else { nil }
    }
}

extension ObjectContent {
    /// The longest text of a note, in bytes.
    static let longestText = 1 << 20
    /// The longest title, and the longest name of a feed's folder, in bytes.
    static let longestTitle = 500
    /// The longest name of a fund, in bytes.
    static let longestName = 200
    /// The longest address, path and identity of an item, in bytes.
    static let longestAddress = 4096
    /// The most folders of a feed.
    static let mostFolders = 20

    /// - Throws: `invalid`, with a sentence that names the rule.
    func check(for id: ObjectID) throws(ServiceError) {
        switch self {
        case .fund(let fund): try Self.line("The name of a fund", fund.name, upTo: Self.longestName)
        case .note(let note):
            try Self.line("The title of a note", note.title, upTo: Self.longestTitle)
            guard note.text.utf8.count <= Self.longestText else {
                throw ServiceError(
                    .invalid,
                    "The note “\(note.title)” has \(note.text.utf8.count) bytes; \(Self.longestText) are allowed. Shorten it."
                )
            }
        case .feed(let feed):
            try Self.line("The address of a feed", feed.address, upTo: Self.longestAddress)
            try Self.line("The title of a feed", feed.title, upTo: Self.longestTitle, mayBeEmpty: true)
            guard feed.folders.count <= Self.mostFolders else {
                throw ServiceError(.invalid, "A feed can be in at most \(Self.mostFolders) folders within each other.")
            }
            for folder in feed.folders { try Self.line("The folder of a feed", folder, upTo: Self.longestTitle) }
            guard id == ObjectID(feed: feed.address) else { throw Self.notDerived("feed", from: "its address") }
        case .read(let mark):
            try Self.line("The identity of an item", mark.item, upTo: Self.longestAddress)
            guard id == ObjectID(read: mark.item, of: mark.feed) else {
                throw Self.notDerived("read mark", from: "its feed and its item")
            }
        case .file(let file): try Self.check(file)
        }
    }

    private static func check(_ file: File) throws(ServiceError) {
        try line("The path of a file", file.path, upTo: longestAddress)
        let parts = file.path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard !parts.contains(where: { $0.isEmpty || $0.elementsEqual(".".utf8) || $0.elementsEqual("..".utf8) }) else {
            throw ServiceError(
                .invalid,
                "“\(file.path)” is not a path within a fund: it has an empty part, or one that is “.” or “..”.")
        }
        guard BlobDigest(file.sha256) != nil else {
            throw ServiceError(.invalid, "The SHA-256 of “\(file.path)” has to be 64 lowercase hexadecimal digits.")
        }
        guard file.size >= 0 else {
            throw ServiceError(.invalid, "The size of “\(file.path)” is below zero.")
        }
    }

    private static func line(
        _ what: String, _ text: String, upTo limit: Int, mayBeEmpty: Bool = false
    ) throws(ServiceError) {
        guard text.utf8.count <= limit else {
            throw ServiceError(.invalid, "\(what) has \(text.utf8.count) bytes; \(limit) are allowed. Shorten it.")
        }
        guard mayBeEmpty || !text.isEmpty else { throw ServiceError(.invalid, "\(what) is empty.") }
        guard text.unicodeScalars.allSatisfy({ $0.value >= 0x20 && !(0x7F..<0xA0 ~= $0.value) }) else {
            throw ServiceError(.invalid, "\(what) has a control character; remove it.")
        }
    }

    private static func notDerived(_ kind: String, from what: String) -> ServiceError {
        ServiceError(.invalid, "The ID of this \(kind) does not follow from \(what); see docs/fund-server.md.")
    }
}
