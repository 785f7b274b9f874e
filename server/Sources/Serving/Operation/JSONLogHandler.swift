import AppGroup
public import Logging

/// Writes each log entry as one line of JSON: `time` (RFC 3339, UTC), `level`, `message` and the metadata.
public struct JSONLogHandler: LogHandler {
    /// The metadata of every entry.
    public var metadata: Logger.Metadata = [:]
    /// Gives further metadata.
    public var metadataProvider: Logger.MetadataProvider?
    /// The least level that is written.
    public var logLevel: Logger.Level = .info
    private let write: @Sendable ([UInt8]) -> Void

    /// - Parameter write: Takes whole lines, at any time, from any thread.
    public init(write: @escaping @Sendable ([UInt8]) -> Void) { self.write = write }

    /// One piece of metadata.
    public subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    /// Writes one entry.
    public func log(event: LogEvent) {
        var line = JSONLine()
        line.add("time", "\(Timestamp.now)")
        line.add("level", event.level.rawValue)
        line.add("message", event.message.description)
        var all = metadata
        if let provided = metadataProvider?.get() { all.merge(provided) { $1 } }
        if let own = event.metadata { all.merge(own) { $1 } }
        for (key, value) in all.sorted(by: { $0.key < $1.key }) {
            line.add(key == "hb.request.id" ? "request" : key, value)
        }
        write(line.finished())
    }
}

extension JSONLine {
    fileprivate mutating func add(_ key: String, _ value: Logger.Metadata.Value) {
        switch value {
        case .stringConvertible(let number as any FixedWidthInteger): add(key, number: "\(number)")
        case .stringConvertible(let text): add(key, text.description)
        case .string(let text): add(key, text)
        case .array, .dictionary: add(key, value.description)
        }
    }
}

/// One JSON object on one line, with texts from anywhere: nothing in a text ends the line or the text (RFC 8259, section 7), and
/// longer texts than ``longestText`` are cut.
struct JSONLine {
    private var bytes: [UInt8] = [UInt8(ascii: "{")]

    /// In bytes.
    static let longestText = 1024

    mutating func add(_ key: String, _ text: String) {
        begin(key)
        write(text)
    }

    /// - Parameter number: In the syntax of JSON.
    mutating func add(_ key: String, number: String) {
        begin(key)
        bytes += number.utf8
    }

    /// The line, including its end.
    consuming func finished() -> [UInt8] {
        bytes += "}\n".utf8
        return bytes
    }

    private mutating func begin(_ key: String) {
        if bytes.count > 1 { bytes.append(UInt8(ascii: ",")) }
        write(key)
        bytes.append(UInt8(ascii: ":"))
    }

    private mutating func write(_ text: String) {
        bytes.append(UInt8(ascii: "\""))
        var length = 0
        for scalar in text.unicodeScalars {
            length += UTF8.width(scalar)
            guard length <= Self.longestText else {
                bytes += "…".utf8
                break
            }
            switch scalar {
            case "\"": bytes += #"\""#.utf8
            case "\\": bytes += #"\\"#.utf8
            // Also C1 controls and line separators, which some log readers interpret.
            case "\0"..<" ", "\u{7F}"..."\u{9F}", "\u{2028}", "\u{2029}":
                let digits = String(scalar.value, radix: 16)
                bytes += (#"\u"# + String(repeating: "0", count: 4 - digits.utf8.count) + digits).utf8
            default: bytes += String(scalar).utf8
            }
        }
        bytes.append(UInt8(ascii: "\""))
    }
}
