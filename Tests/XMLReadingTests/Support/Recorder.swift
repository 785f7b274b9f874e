import XMLReading

/// Writes down what a reader reports, as text that a test can compare.
final class Recorder: XMLReceiver {
    private(set) var events: [String] = []
    private var openText: [UInt8] = []

    /// The name of an element whose beginning is an error of the receiver.
    var refused: String?

    struct Refusal: Error, Equatable {}

    func begin(_ tag: borrowing XMLTag) throws {
        closeText()
        if tag.name.local == refused { throw Refusal() }
        var event = "<" + Self.describe(tag.name)
        tag.forEachAttribute { name, value in
            event += " " + Self.describe(name) + "=" + String(decoding: value, as: UTF8.self)
        }
        events.append(event + ">")
    }

    func end(_ name: borrowing XMLName) {
        closeText()
        events.append("</" + Self.describe(name) + ">")
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) { openText += bytes }

    private func closeText() {
        if !openText.isEmpty { events.append(String(decoding: openText, as: UTF8.self)) }
        openText = []
    }

    private static func describe(_ name: borrowing XMLName) -> String {
        (name.namespace.map { "{\($0)}" } ?? name.prefix.map { "\($0)?:" } ?? "") + name.local
    }
}

/// Reads a document in pieces of one size.
func events(
    _ document: [UInt8], _ options: XMLOptions = XMLOptions(), pieces: Int = Int.max
) throws -> (events: [String], damage: XMLError?) {
    let recorder = Recorder()
    let reader = try XMLReader(to: recorder, options)
    var rest = document[...]
    while !rest.isEmpty {
        try reader.read(Array(rest.prefix(pieces)))
        rest = rest.dropFirst(pieces)
    }
    try reader.finish()
    return (recorder.events, reader.damage)
}

func events(_ document: String, _ options: XMLOptions = XMLOptions(), pieces: Int = Int.max) throws -> [String] {
    try events(Array(document.utf8), options, pieces: pieces).events
}

/// Options for documents that may be damaged.
func lenient(_ change: (inout XMLOptions) -> Void = { _ in }) -> XMLOptions {
    var options = XMLOptions()
    options.recovers = true
    options.allowsDocumentType = true
    change(&options)
    return options
}
