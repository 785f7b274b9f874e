import AppGroup

/// The rules for an entry's path, which becomes a path below the folder to unpack into.
enum EntryName {
    /// The path in these bytes. Of what Finder leaves behind, only the folder is checked, since nothing is unpacked.
    ///
    /// - Throws: The reason why it cannot be trusted.
    static func checked(_ bytes: ArraySlice<UInt8>, _ limits: ArchiveLimits) throws(PackageError) -> String {
        if isPlain(bytes, limits) { return String(decoding: bytes, as: UTF8.self) }
        if Leftover.isInFolder(bytes) {
            let name = String(decoding: bytes, as: UTF8.self)
            if bytes.split(separator: UInt8(ascii: "/")).contains(where: { $0.elementsEqual("..".utf8) }) {
                throw ArchiveFault.entry(name, "leads out of the package with “..”")
            }
            return name
        }
        if bytes.last == UInt8(ascii: "\r"), Leftover.contains(String(decoding: bytes, as: UTF8.self)) {
            return try trusted(bytes.dropLast(), limits) + "\r"
        }
        return try trusted(bytes, limits)
    }

    private static func trusted(_ bytes: ArraySlice<UInt8>, _ limits: ArchiveLimits) throws(PackageError) -> String {
        guard let name = String(validating: bytes, as: UTF8.self) else {
            throw ArchiveFault.entry(String(decoding: bytes, as: UTF8.self), "has a name that is not UTF-8")
        }
        guard !bytes.isEmpty else { throw ArchiveFault.archive("has an entry without a name") }
        if let problem = problem(in: name, limits) { throw ArchiveFault.entry(name, problem) }
        return name
    }

    /// Whether nothing in a path needs a closer look, as in most paths.
    private static func isPlain(_ bytes: ArraySlice<UInt8>, _ limits: ArchiveLimits) -> Bool {
        bytes.withUnsafeBufferPointer { bytes in
            var (parts, start) = (1, 0)
            for index in bytes.indices {
                switch bytes[index] {
                case UInt8(ascii: "/"):
                    guard index > start, index - start <= limits.partLength else { return false }
                    start = index + 1
                    parts += 1
                case UInt8(ascii: ".") where index == start: return false
                case UInt8(ascii: "\\"), UInt8(ascii: ":"): return false
                case 0x20...0x7E: break
                default: return false
                }
            }
            return !bytes.isEmpty && bytes.count <= limits.pathLength && bytes.count - start <= limits.partLength
                && parts <= limits.depth
        }
    }

    private static func problem(in name: String, _ limits: ArchiveLimits) -> String? {
        guard name.utf8.count <= limits.pathLength else {
            return "has a path of \(name.utf8.count) bytes; at most \(limits.pathLength) are allowed"
        }
        if CombiningMarks.areTooMany(in: name) { return "has more combining marks on a letter than any language" }
        if let problem = character(in: name) { return problem }
        if name.utf8.first == UInt8(ascii: "/") { return "has an absolute path" }
        if let letter = name.utf8.first, letter | 0x20 >= 0x61, letter | 0x20 <= 0x7A,
            name.utf8.dropFirst().first == UInt8(ascii: ":")
        {
            return "names a drive"
        }
        // A directory's path ends with a slash, without another part after it.
        let parts = (name.hasSuffix("/") ? name.dropLast() : name[...]).utf8.split(
            separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        guard parts.count <= limits.depth else {
            return "lies \(parts.count) levels deep; at most \(limits.depth) are allowed"
        }
        for part in parts {
            if part.isEmpty { return "has an empty part in its path" }
            if part.elementsEqual("..".utf8) { return "leads out of the package with “..”" }
            if part.elementsEqual(".".utf8) { return "has a part “.” in its path" }
            if part.count > limits.partLength {
                return "has a name of \(part.count) bytes; at most \(limits.partLength) are allowed"
            }
        }
        return nil
    }

    /// Why a path must not contain one of its characters: it is a separator elsewhere, or it is invisible or changes the direction
    /// of text, so that the path looks like another.
    static func character(in path: String) -> String? {
        if path.utf8.allSatisfy({ 0x20...0x7E ~= $0 && $0 != UInt8(ascii: "\\") }) { return nil }
        let scalars = Array(path.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            if scalar == "\\" { return "has a backslash in its path" }
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: return "has a control character in its path"
            default: break
            }
            if PlainText.isHarmful(at: index, of: scalars) {
                return "has an invisible or direction-changing character in its path"
            }
        }
        return nil
    }
}
