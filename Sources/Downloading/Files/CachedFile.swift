import AppGroupPlatform

/// A file in the cache. A note beside it contains its address, and how the server recognizes this version of it.
struct CachedFile {
    let path: String
    private var note: String { "\(path).note" }

    /// The content of the note and the size of the file; nil unless both exist and the file is from this address.
    func known(from address: WebAddress) -> (validators: Validators, count: Int)? {
        guard let file = try? Files.status(path, followingLinks: false), file.kind == .file,
            let bytes = try? Files.contents(of: note, limit: 1 << 20)
        else { return nil }
        var fields: [Substring: String] = [:]
        for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            if parts.count == 2 { fields[parts[0]] = String(parts[1]) }
        }
        guard fields["url"] == address.description else { return nil }
        var validators = Validators()
        (validators.entityTag, validators.modified, validators.date) = (
            fields["tag"], fields["modified"], fields["date"]
        )
        return (validators, Int(file.size))
    }

    /// Writes the note for a file that begins or is complete.
    func note(_ validators: Validators, from address: WebAddress) throws(SystemError) {
        let fields = [
            ("url", address.description), ("tag", validators.entityTag), ("modified", validators.modified),
            ("date", validators.date),
        ]
        let lines = fields.compactMap { name, value in value.map { "\(name) \($0)\n" } }
        // Only one process at a time writes here, so the draft always has the same name, and the next write reuses a leftover.
        let draft = "\(note).new"
        let file = try Descriptor.keeping(draft)
        try file.truncate(to: 0)
        try file.writeAll(Array(lines.joined().utf8))
        try move(draft, to: note)
    }

    /// Replaces this file and its note by another file and its note. If that is interrupted, this file has no note.
    func replace(with other: CachedFile) throws(SystemError) {
        try? Files.remove(note)
        try move(other.path, to: path)
        try move(other.note, to: note)
    }

    func remove() {
        try? Files.remove(note)
        try? Files.remove(path)
    }

    /// Renames a file durably.
    private func move(_ path: String, to newPath: String) throws(SystemError) {
        try Files.rename(path, to: newPath)
        Files.synchronizeFolder(Paths.parent(of: newPath))
    }
}
