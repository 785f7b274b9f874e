import AppGroup
import Logging

/// Writes each entry of the log as one line of JSON: `time` (RFC 3339, UTC), `level`, `message`, and what belongs to it.
struct JSONLogHandler: LogHandler {
    var metadata: Logger.Metadata = [:]
    var metadataProvider: Logger.MetadataProvider?
    var logLevel: Logger.Level = .info
    /// Takes whole lines, at any time, from any thread.
    let write: @Sendable ([UInt8]) -> Void

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
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
