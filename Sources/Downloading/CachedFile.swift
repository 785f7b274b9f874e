/// A file of the cache, with a note beside it of where it is from and by what the server recognises it.
struct CachedFile {
    let path: String
    private var note: String { "\(path).note" }

    /// What stands in the note, and the size of the file; nil unless both are there and the file is from this address.
    func known(from address: WebAddress) -> (validators: Validators, count: Int)? {
        guard let count = Files.size(of: path), let bytes = try? Files.contents(of: note, limit: 1 << 20) else {
            return nil
        }
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
        return (validators, count)
    }

    /// Writes the note for a file that begins or is complete.
    func note(_ validators: Validators, from address: WebAddress) throws(Errno) {
        let fields = [
            ("url", address.description), ("tag", validators.entityTag), ("modified", validators.modified),
            ("date", validators.date),
        ]
        let lines = fields.compactMap { name, value in value.map { "\(name) \($0)\n" } }
        try Files.replace(note, with: Array(lines.joined().utf8))
    }

    /// Takes another's place, with its note. Cut off in the middle, it is a file without a note.
    func replace(with other: CachedFile) throws(Errno) {
        Files.remove(note)
        try Files.move(other.path, to: path)
        try Files.move(other.note, to: note)
    }

    func remove() {
        Files.remove(note)
        Files.remove(path)
    }
}
