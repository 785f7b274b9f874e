import AppGroupCrypto

/// A zip archive that was opened once and found sound from its first byte to its last, so that its contents can be read.
///
/// PKWARE's APPNOTE.TXT 6.3.10 defines the format. Programs disagree about archives that contradict themselves, and an attacker
/// could use that to show different contents to those who check and those who install. So everything that the format states twice
/// must agree, and no byte may be left over.
final class Archive {
    /// The entries, in the order of the archive's directory.
    let entries: [ArchiveEntry]

    /// The archive's file.
    let file: ArchiveFile

    private let contents: ZipContents

    /// Opens the file at `path` and checks its whole structure. Of the contents, only the targets of links are read. Sentences call
    /// the file `name`, or else by its path.
    convenience init(path: String, named name: String? = nil, limits: ArchiveLimits = .standard) throws(PackageError) {
        try self.init(ArchiveFile(opening: path, named: name ?? path), limits: limits)
    }

    /// As ``init(path:named:limits:)``, of a file that is open.
    init(_ file: ArchiveFile, limits: ArchiveLimits = .standard) throws(PackageError) {
        let window = ArchiveWindow(on: file)
        let end = try EndRecord(readingFrom: window)
        let headers = try CentralDirectory.headers(of: window, end, limits)
        let (types, tree) = try Self.types(of: headers, limits)
        try ArchiveLayout.check(headers, in: window, upTo: end.directoryOffset)
        contents = try ZipContents(of: file, end, headers)

        var targets: [Int: String] = [:]
        var entries: [ArchiveEntry] = []
        entries.reserveCapacity(headers.count)
        for index in headers.indices {
            let header = headers[index]
            let kind: ArchiveEntry.Kind
            switch types[index] {
            case .file(let isExecutable): kind = .file(isExecutable: isExecutable)
            case .directory: kind = .directory
            case .link:
                var reader = try contents.open(index, header.name, header.contents)
                let bytes = try reader.all()
                let target = try LinkResolver.target(in: bytes, of: header.name, limits)
                targets[index] = target
                kind = .link(target: target)
            }
            entries.append(
                ArchiveEntry(
                    index: index, name: header.name, kind: kind, isIgnored: header.isIgnored,
                    contents: header.contents))
        }
        if let tree {
            var links = LinkResolver(tree, targets: targets, limits)
            try links.checkAll(headers)
        }
        self.entries = entries
        self.file = file
    }

    /// The whole contents of an entry of at most `limit` bytes.
    func read(_ entry: ArchiveEntry, limit: Int) throws(PackageError) -> [UInt8] {
        guard entry.size <= limit else {
            throw ArchiveFault.entry(entry.name, "has \(entry.size) bytes; at most \(limit) are read")
        }
        var reader = try open(entry)
        return try reader.all()
    }

    /// The first `count` bytes of an entry, or all if there are fewer. Their checksum has not been checked.
    func beginning(of entry: ArchiveEntry, count: Int) throws(PackageError) -> [UInt8] {
        var reader = try open(entry)
        return try reader.all(upTo: count)
    }

    /// Passes the contents of an entry to `body` in pieces of at most 64 KiB, until that throws. Only when it returns is it certain
    /// that there were exactly ``ArchiveEntry/size`` bytes with the right checksum.
    func stream(_ entry: ArchiveEntry, into body: (UnsafeRawBufferPointer) throws -> Void) throws {
        var reader = try open(entry)
        let buffer = reader.makeBuffer()
        defer { buffer.deallocate() }
        while case let count = try reader.read(into: buffer), count > 0 {
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// Reads every entry to its end, which proves sizes and checksums, except those at the positions in `known`.
    func verifyContents(besides known: Set<Int> = []) throws(PackageError) {
        for entry in entries where !known.contains(entry.index) {
            var reader = try open(entry)
            let buffer = reader.makeBuffer()
            defer { buffer.deallocate() }
            while try reader.read(into: buffer) > 0 {}
        }
    }

    /// The SHA-256 of the whole file, 64 lowercase hexadecimal digits.
    func digest() throws(PackageError) -> String {
        do {
            let hash = try SHA256Hasher()
            try file.forEachPiece { hash.update($0) }
            return try hash.hexadecimal()
        } catch let error as PackageError {
            throw error
        } catch {
            throw PackageError(.inputOutput, "\(error)")
        }
    }

    private func open(_ entry: ArchiveEntry) throws(PackageError) -> ZipEntryReader {
        try contents.open(entry.index, entry.name, entry.contents)
    }

    /// The type of each entry, and the tree of files and folders; `nil` if there are no links to follow in it, since it takes as
    /// much memory as everything else together.
    private static func types(
        of headers: [CentralHeader], _ limits: ArchiveLimits
    ) throws(PackageError) -> ([EntryType], ArchiveTree?) {
        var types: [EntryType] = []
        types.reserveCapacity(headers.count)
        var tree = ArchiveTree(limits, entries: headers.count)
        for index in headers.indices {
            let header = headers[index]
            let type = try EntryType(of: header)
            try check(header, type, limits)
            if !header.isIgnored || !Leftover.isInFolder(header.name.utf8) {
                try tree.insert(header, type, entry: index)
            }
            types.append(type)
        }
        let links = types.count { $0 == .link }
        guard links <= limits.links else {
            throw ArchiveFault.archive("has more than \(limits.links) links")
        }
        return (types, links > 0 ? tree : nil)
    }

    private static func check(
        _ header: CentralHeader, _ type: EntryType, _ limits: ArchiveLimits
    ) throws(PackageError) {
        // An empty deflated stream has two bytes.
        if type == .directory, header.size > 0 || header.compressedSize > 2 {
            throw ArchiveFault.entry(header.name, "is a folder, but has contents")
        }
        if type == .link, header.size > limits.targetLength {
            throw ArchiveFault.entry(
                header.name,
                "is a link with a target of \(header.size) bytes; at most \(limits.targetLength) are allowed")
        }
    }
}
