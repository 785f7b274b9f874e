/// Writes zip archives (PKWARE, APPNOTE.TXT 6.3.10), correct and incorrect ones: each field of each record can be changed before
/// it is written, and bytes can be put between any two records.
package struct ZipWriter {
    /// A local or a central header; the local one leaves out the fields that only the central one has.
    package struct Header {
        package var signature: UInt32
        package var madeBy: Int = 3 << 8 | 20
        package var version: Int = 20
        package var flags = 0
        package var method: Int
        package var crc: UInt32
        package var compressedSize: Int
        package var size: Int
        package var name: [UInt8]
        package var extra: [UInt8] = []
        package var comment: [UInt8] = []
        package var disk = 0
        package var attributes: Int
        /// A false offset of the local header; `nil` for the true one.
        package var offset: Int?
        /// A false length of the name; `nil` for the true one.
        package var nameLength: Int?
    }

    /// An entry with its two headers; `nil` leaves one out.
    package struct Entry {
        package var before: [UInt8] = []
        package var local: Header?
        package var content: [UInt8]
        package var after: [UInt8] = []
        package var central: Header?

        /// Changes both headers.
        package mutating func both(_ change: (inout Header) -> Void) {
            if var header = local {
                change(&header)
                local = header
            }
            if var header = central {
                change(&header)
                central = header
            }
        }
    }

    /// The end record; `nil` stands for the true value.
    package struct End {
        package var disk = 0
        package var directoryDisk = 0
        package var countHere: Int?
        package var count: Int?
        package var size: Int?
        package var offset: Int?
        package var comment: [UInt8] = []
        package var commentLength: Int?
    }

    /// The zip64 end record and its locator.
    package struct Zip64 {
        package var size = 44
        package var disk = 0
        package var count: Int?
        package var directorySize: Int?
        package var directoryOffset: Int?
        package var locatorOffset: Int?
        package var disks = 1

        package init(count: Int? = nil, directorySize: Int? = nil, directoryOffset: Int? = nil) {
            (self.count, self.directorySize, self.directoryOffset) = (count, directorySize, directoryOffset)
        }
    }

    package var entries: [Entry] = []
    package var beforeDirectory: [UInt8] = []
    package var afterDirectory: [UInt8] = []
    package var zip64: Zip64?
    package var end = End()
    package var trailer: [UInt8] = []

    package init() {}

    /// Adds a file, or a directory if the name ends with a slash.
    package mutating func add(
        _ name: some Sequence<UInt8>, _ contents: some Sequence<UInt8>, mode: Int? = nil, deflated: Bool = false,
        change: (inout Entry) -> Void = { _ in }
    ) {
        let (name, contents) = (Array(name), Array(contents))
        let isDirectory = name.last == UInt8(ascii: "/")
        let stored = deflated ? Deflate.compressed(contents) : contents
        let mode = mode ?? (isDirectory ? 0o040755 : 0o100644)
        let central = Header(
            signature: 0x0201_4B50, flags: name.allSatisfy { $0 < 0x80 } ? 0 : 0x800, method: deflated ? 8 : 0,
            crc: Deflate.checksum(contents), compressedSize: stored.count, size: contents.count, name: name,
            attributes: mode << 16 | (isDirectory ? 0x10 : 0))
        var local = central
        local.signature = 0x0403_4B50
        var entry = Entry(local: local, content: stored, central: central)
        change(&entry)
        entries.append(entry)
    }

    package mutating func add(
        _ name: String, _ contents: String = "", mode: Int? = nil, deflated: Bool = false,
        change: (inout Entry) -> Void = { _ in }
    ) {
        add(name.utf8, contents.utf8, mode: mode, deflated: deflated, change: change)
    }

    /// Adds a symbolic link.
    package mutating func link(_ name: String, to target: String, change: (inout Entry) -> Void = { _ in }) {
        add(name, target, mode: 0o120777, change: change)
    }

    /// The same archive after a change.
    package func changed(_ change: (inout ZipWriter) -> Void) -> ZipWriter {
        var changed = self
        change(&changed)
        return changed
    }

    /// The bytes of the archive.
    package func bytes() -> [UInt8] {
        var output: [UInt8] = []
        var directory: [UInt8] = []
        var count = 0
        for entry in entries {
            output += entry.before
            let offset = output.count
            if let header = entry.local { output += header.localBytes }
            output += entry.content + entry.after
            if let header = entry.central {
                directory += header.centralBytes(offset: offset)
                count += 1
            }
        }
        output += beforeDirectory
        let start = output.count
        output += directory + afterDirectory
        let size = directory.count
        if let zip64 {
            let record = output.count
            output.append(0x0606_4B50, 4)
            output.append(zip64.size, 8)
            output.append(45 << 16 | 45, 4)
            output.append(zip64.disk, 4)
            output.append(zip64.disk, 4)
            output.append(zip64.count ?? count, 8)
            output.append(zip64.count ?? count, 8)
            output.append(zip64.directorySize ?? size, 8)
            output.append(zip64.directoryOffset ?? start, 8)
            output.append(0x0706_4B50, 4)
            output.append(zip64.disk, 4)
            output.append(zip64.locatorOffset ?? record, 8)
            output.append(zip64.disks, 4)
        }
        output.append(0x0605_4B50, 4)
        output.append(end.disk, 2)
        output.append(end.directoryDisk, 2)
        output.append(end.countHere ?? end.count ?? count, 2)
        output.append(end.count ?? count, 2)
        output.append(end.size ?? size, 4)
        output.append(end.offset ?? start, 4)
        output.append(end.commentLength ?? end.comment.count, 2)
        return output + end.comment + trailer
    }
}

extension ZipWriter.Header {
    private var middle: [UInt8] {
        var bytes: [UInt8] = []
        for field in [version, flags, method] { bytes.append(field, 2) }
        bytes.append(0x5C21_0000, 4)
        for field in [Int(crc), compressedSize, size] { bytes.append(field, 4) }
        bytes.append(nameLength ?? name.count, 2)
        bytes.append(extra.count, 2)
        return bytes
    }

    package var localBytes: [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(Int(signature), 4)
        return bytes + middle + name + extra
    }

    package func centralBytes(offset start: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(Int(signature), 4)
        bytes.append(madeBy, 2)
        bytes += middle
        bytes.append(comment.count, 2)
        bytes.append(disk, 2)
        bytes.append(0, 2)
        bytes.append(attributes, 4)
        bytes.append(offset ?? start, 4)
        return bytes + name + extra + comment
    }
}

extension [UInt8] {
    /// Appends the lowest bytes of a number, the lowest first.
    package mutating func append(_ number: Int, _ count: Int) {
        for byte in 0..<count { append(UInt8(truncatingIfNeeded: number >> (8 * byte))) }
    }

    /// An extra field.
    package static func extra(_ id: Int, _ content: [UInt8]) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.append(id, 2)
        bytes.append(content.count, 2)
        return bytes + content
    }

    /// Numbers of `size` bytes each.
    package static func numbers(_ numbers: [Int], _ count: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for number in numbers { bytes.append(number, count) }
        return bytes
    }
}
