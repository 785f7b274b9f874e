/// A zip archive, opened once and found sound from its first byte to its last; then its contents can be read.
///
/// What is a zip archive is said by PKWARE's APPNOTE.TXT 6.3.10. Programs disagree about archives that contradict
/// themselves, and whoever makes use of that shows one content to who checks and another to who installs. So everything
/// that is said twice must be the same twice, and nothing may be left over.
final class Archive {
    /// In the order of the archive's directory.
    let entries: [ArchiveEntry]

    /// The archive's file.
    let file: ArchiveFile

    private let contents: ZipContents

    /// Opens the file at `path` and looks through its whole structure. Of the contents only the targets of links are
    /// read. `name` is what sentences call the file, if not by its path.
    init(path: String, named name: String? = nil, limits: ArchiveLimits = .standard) throws(PackageError) {
        let file = try ArchiveFile(opening: path, named: name ?? path)
        let window = ArchiveWindow(on: file)
        let end = try EndRecord(readingFrom: window)
        let headers = try CentralDirectory.headers(of: window, end, limits)
        let (types, tree) = try Self.types(of: headers, limits)
        try ArchiveLayout.check(headers, in: window, upTo: end.directoryOffset)
        contents = try ZipContents(of: file, directory: end.directoryOffset, headers)

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
                var reader = try contents.open(index, header.name, size: header.size)
                let bytes = try reader.all()
                let target = try LinkResolver.target(in: bytes, of: header.name, limits)
                targets[index] = target
                kind = .link(target: target)
            }
            entries.append(
                ArchiveEntry(
                    index: index, name: header.name, kind: kind, isIgnored: header.isIgnored, size: header.size))
        }
        if let tree {
            var links = LinkResolver(tree, targets: targets, limits)
            try links.checkAll(headers)
        }
        self.entries = entries
        self.file = file
    }

    /// The one app in it.
    func bundle() throws(PackageError) -> ArchiveBundle { try ArchiveBundle(of: entries) }

    /// The whole contents of an entry of at most `limit` bytes.
    func read(_ entry: ArchiveEntry, limit: Int) throws(PackageError) -> [UInt8] {
        guard entry.size <= limit else {
            throw ArchiveFault.entry(entry.name, "has \(entry.size) bytes; at most \(limit) are read")
        }
        var reader = try open(entry)
        return try reader.all()
    }

    /// The first bytes of an entry: `count`, or all that it has. Their checksum is not known to be right.
    func beginning(of entry: ArchiveEntry, count: Int) throws(PackageError) -> [UInt8] {
        var reader = try open(entry)
        return try reader.all(upTo: count)
    }

    /// Hands out the contents of an entry piece by piece, at most 64 KiB each. What `body` throws ends it. When it
    /// returns, there were exactly ``ArchiveEntry/size`` bytes, and their checksum is right; before that nothing is
    /// certain.
    func stream(_ entry: ArchiveEntry, into body: (UnsafeRawBufferPointer) throws -> Void) throws {
        var reader = try open(entry)
        let buffer = reader.makeBuffer()
        defer { buffer.deallocate() }
        while case let count = try reader.read(into: buffer), count > 0 {
            try body(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
    }

    /// Reads every entry to its end, which proves sizes and checksums.
    func verifyContents() throws(PackageError) {
        for entry in entries {
            var reader = try open(entry)
            let buffer = reader.makeBuffer()
            defer { buffer.deallocate() }
            while try reader.read(into: buffer) > 0 {}
        }
    }

    private func open(_ entry: ArchiveEntry) throws(PackageError) -> ZipEntryReader {
        try contents.open(entry.index, entry.name, size: entry.size)
    }

    /// What kind of thing each entry is, and the files and folders that they amount to; `nil` where no link leads to one,
    /// because it takes as much memory as all the rest.
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
            try tree.insert(header, type, entry: index)
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
