import AppGroup
import AppGroupPlatform
import ToolSupport

/// The zones of this machine, from its time zone database (TZif files, RFC 8536).
enum ZoneFile {
    /// Where zones are, the first that exists.
    private static let folders = ["/usr/share/zoneinfo", "/var/db/timezone/zoneinfo"]

    /// The largest file that is read: a real one has a few thousand bytes.
    private static let sizeLimit = 1 << 20

    /// The zone of this process: the variable `TZ`, else the machine's.
    ///
    /// - Returns: UTC if there is neither; nil if the variable can't be understood.
    static func local(in environment: ProcessEnvironment) -> Zone? {
        if let variable = environment["TZ"] {
            let name = variable.hasPrefix(":") ? String(variable.dropFirst()) : variable
            // These need no database.
            if name.isEmpty || ["UTC", "GMT", "Etc/UTC"].contains(name) { return .utc }
            // The C library also takes the path of a file, such as `:/etc/localtime`.
            if name.hasPrefix("/") { return read(name, name: name) }
            return zone(named: name) ?? ZoneRule(name).map { Zone(name: name, changes: [], offsets: [0], rule: $0) }
        }
        return read("/etc/localtime", name: "local time") ?? .utc
    }

    /// The zone of this name, such as `Europe/Kyiv`; nil if the machine doesn't know it.
    static func zone(named name: String) -> Zone? {
        guard isName(name) else { return nil }
        for folder in folders {
            if let bytes = try? Files.fileContents(of: "\(folder)/\(name)", limit: sizeLimit) {
                return parse(bytes, name: name)
            }
        }
        return nil
    }

    private static func read(_ path: String, name: String) -> Zone? {
        (try? Files.fileContents(of: path, limit: sizeLimit)).flatMap { parse($0, name: name) }
    }

    /// Whether a name stays inside the database's folder.
    private static func isName(_ name: String) -> Bool {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        return name.utf8.count < 100
            && parts.allSatisfy { part in
                !part.isEmpty && part.first != "."
                    && part.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "_+-".contains($0)) }
            }
    }

    /// Reads the contents of a file; nil if they are damaged.
    static func parse(_ bytes: [UInt8], name: String) -> Zone? {
        var reader = ZoneReader(bytes[...])
        guard var header = reader.takeHeader() else { return nil }
        guard header.version >= 2 else { return reader.takeZone(header, timeSize: 4, name: name) }
        // The second block has times of 64 bits and is followed by a rule.
        guard reader.skip(header.length(timeSize: 4)), let second = reader.takeHeader() else { return nil }
        header = second
        return reader.takeZone(header, timeSize: 8, name: name)
    }
}

/// Reads the parts of a file.
private struct ZoneReader {
    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

    /// How many of what a block has (RFC 8536, 3.1).
    struct Header {
        var version = 0
        var counts = [Int](repeating: 0, count: 6)

        var times: Int { counts[3] }
        var types: Int { counts[4] }

        func length(timeSize: Int) -> Int {
            times * (timeSize + 1) + types * 6 + counts[5] + counts[2] * (timeSize + 4) + counts[1] + counts[0]
        }
    }

    mutating func takeHeader() -> Header? {
        guard rest.count >= 44, rest.starts(with: "TZif".utf8) else { return nil }
        var header = Header()
        let version = rest[rest.startIndex + 4]
        header.version = version == 0 ? 1 : Int(version) - 48
        rest = rest.dropFirst(20)
        for index in header.counts.indices { header.counts[index] = Int(truncatingIfNeeded: take(4)) }
        return header.types > 0 && header.counts.allSatisfy { (0...100_000).contains($0) } ? header : nil
    }

    mutating func skip(_ count: Int) -> Bool {
        guard rest.count >= count else { return false }
        rest = rest.dropFirst(count)
        return true
    }

    mutating func takeZone(_ header: Header, timeSize: Int, name: String) -> Zone? {
        guard rest.count >= header.length(timeSize: timeSize) else { return nil }
        var after = self
        let changes = (0..<header.times).map { _ in take(timeSize) }
        let types = (0..<header.times).map { _ in Int(take(1)) & 0xFF }
        let offsets = (0..<header.types).map { _ in
            let offset = Int(take(4))
            _ = take(2)
            return offset
        }
        guard types.allSatisfy(offsets.indices.contains), offsets.allSatisfy({ abs($0) < 26 * 3600 }),
            zip(changes, changes.dropFirst()).allSatisfy({ $0 < $1 }), after.skip(header.length(timeSize: timeSize))
        else { return nil }
        return Zone(
            name: name, changes: changes, offsets: [offsets[0]] + types.map { offsets[$0] }, rule: after.takeRule())
    }

    /// The rule between two ends of lines; nil if there is none.
    private mutating func takeRule() -> ZoneRule? {
        guard rest.first == 10, let end = rest.dropFirst().firstIndex(of: 10) else { return nil }
        return ZoneRule(String(decoding: rest[(rest.startIndex + 1)..<end], as: UTF8.self))
    }

    /// A signed number, its highest byte first.
    private mutating func take(_ count: Int) -> Int64 {
        var number = Int64(Int8(bitPattern: rest.first ?? 0))
        for byte in rest.dropFirst().prefix(count - 1) { number = number << 8 | Int64(byte) }
        rest = rest.dropFirst(count)
        return number
    }
}
