/// Finds the objects of a file by their numbers, and the bytes of streams.
final class ObjectTable {
    let source: any PDFSource
    let limits: PDFLimits

    /// Whether the source is complete. Until then, a missing object may still arrive; afterwards it is null.
    private(set) var isFinal: Bool
    private(set) var places: [Int: ObjectPlace] = [:]
    var decryption: Decryption?
    /// Set once the document's catalog is known.
    var layers = Layers()

    /// The result of a scan of the whole file, for objects that the cross-reference gets wrong.
    private var recovered: Recovery?

    private var objectStreams: [(number: Int, stream: ObjectStream)] = []
    /// Nodes of the page tree by number, without their kids. Every page asks the nodes above it.
    private var nodes: [Int: PDFDictionary] = [:]
    private var spent = 0
    private var depth = 0

    init(source: any PDFSource, limits: PDFLimits, isFinal: Bool) {
        self.source = source
        self.limits = limits
        self.isFinal = isFinal
    }

    /// Replaces all places with the final ones.
    func settle(_ places: [Int: ObjectPlace], decryption: Decryption?) {
        isFinal = true
        // Without the key, the scan could not look into encrypted object streams.
        if decryption != nil { recovered = nil }
        self.places = places
        self.decryption = decryption
        objectStreams = []
        nodes = [:]
    }

    /// Records the place of an object that was seen while the file arrives.
    func note(_ number: Int, at place: ObjectPlace) {
        guard places.count < limits.objects || places[number] != nil else { return }
        places[number] = place
        objectStreams.removeAll { $0.number == number }
        nodes[number] = nil
    }

    /// Follows references until there is a value.
    func resolve(_ object: PDFObject?) throws -> PDFObject {
        var object = object ?? .null
        for _ in 0..<16 {
            guard case .reference(let number) = object else { return object }
            object = try self.object(number)
        }
        throw ReadFailure.damaged
    }

    func resolve(_ object: PDFObject) throws -> PDFObject { try resolve(.some(object)) }

    /// The attributes of a node in the page tree that the pages below it inherit; nil if there is no such node.
    func node(_ object: PDFObject?) throws -> PDFDictionary? {
        if let number = object?.reference, let known = nodes[number] { return known }
        guard let all = try resolve(object).dictionary else { return nil }
        return keep(all, asNode: object?.reference)
    }

    /// Caches the attributes of a node that the pages below it inherit.
    @discardableResult
    func keep(_ all: PDFDictionary, asNode number: Int?) -> PDFDictionary {
        let node = all.filter { ["Resources", "MediaBox", "CropBox", "Parent"].contains($0.key) }
        if let number {
            if nodes.count >= 64 { nodes = [:] }
            nodes[number] = node
        }
        return node
    }

    /// The object with this number; null if there is none.
    func object(_ number: Int) throws -> PDFObject {
        // The length of a stream may be an object, and so on.
        guard depth < 8 else { throw ReadFailure.damaged }
        depth += 1
        defer { depth -= 1 }
        if let place = places[number] {
            if case .free = place.kind { return .null }
            if let object = try object(number, at: place) { return object }
        }
        guard isFinal else { throw ReadFailure.missing(number) }
        guard let place = try recovery().places[number] else { return .null }
        return try object(number, at: place) ?? .null
    }

    private func object(_ number: Int, at place: ObjectPlace) throws -> PDFObject? {
        switch place.kind {
        case .free: return .null
        case .compressed(let stream, let index):
            let objects = try objectStream(stream)
            if objects.numbers.indices.contains(index), objects.numbers[index] == number {
                return try object(at: index, of: objects)
            }
            try spend(objects.numbers.count)
            return try objects.numbers.firstIndex(of: number).flatMap { try object(at: $0, of: objects) }
        case .offset(let offset):
            var reader = ObjectReader(source: source, limit: limits.objectBytes)
            let answer = try reader.read(at: offset, isFinal: isFinal)
            try spend(reader.wasted)
            guard case .object(let found) = answer, found.key.number == number else { return nil }
            try spend(found.end - found.start)
            return try complete(found)
        }
    }

    /// The object itself with its strings decrypted; a stream gets the range of its bytes.
    func complete(_ found: IndirectObject) throws -> PDFObject {
        let object = try decryption?.decryptStrings(in: found.object, of: found.key, spend: spend) ?? found.object
        guard found.isStream, case .dictionary(let dictionary) = object else { return object }
        var end = StreamEnd(start: found.end)
        // If the length is unknown, the end can still be found.
        let length = try? resolve(dictionary["Length"]).integer
        guard let range = try end.find(length: length, in: source, isFinal: isFinal) else {
            throw ReadFailure.missing(found.key.number)
        }
        try spend(end.searched)
        return .stream(PDFStream(dictionary: dictionary, range: range, key: found.key))
    }

    /// The bytes of a stream, decrypted and decoded.
    func bytes(of stream: PDFStream) throws -> FilterChain.Decoded {
        guard stream.range.count <= limits.decodedStream else { throw ReadFailure.tooLarge }
        let chain = try FilterChain(stream.dictionary, resolve: resolve)
        // Before any work is done, since some callers go on after a failure.
        try spend(stream.range.count)
        var bytes = try source.bytes(at: stream.range.lowerBound, length: stream.range.count)
        if let decryption, let key = stream.key, stream.dictionary["Type"]?.name != "XRef" {
            bytes = try decryption.decryptStream(bytes, of: key)
        }
        return try chain.decode(bytes, limit: limits.decodedStream, spend: spend)
    }

    /// The object stream with this number. The last few are cached.
    func objectStream(_ number: Int) throws -> ObjectStream {
        if let known = objectStreams.first(where: { $0.number == number }) { return known.stream }
        guard let stream = try object(number).stream else { throw ReadFailure.damaged }
        let objects = try ObjectStream(stream.dictionary.mapValues(resolve), bytes: bytes(of: stream).bytes)
        if objectStreams.count >= 3 { objectStreams.removeFirst() }
        objectStreams.append((number, objects))
        return objects
    }

    /// The result of a scan of the whole file. The file is scanned once, and once more if it turns out to be encrypted.
    func recovery() throws -> Recovery {
        if let recovered { return recovered }
        var recovery = try Recovery(source: source, limits: limits)
        recovered = recovery
        for stream in recovery.objectStreams {
            guard let objects = try? objectStream(stream) else { continue }
            for (index, number) in objects.numbers.enumerated() {
                recovery.add(number, in: stream, index: index, limit: limits.objects)
            }
        }
        recovered = recovery
        return recovery
    }

    /// An object of an object stream. It counts each time it is read, like one that stands in the file.
    func object(at index: Int, of stream: ObjectStream) throws -> PDFObject? {
        let (object, work) = stream.object(at: index)
        try spend(work)
        return object
    }

    /// Counts other work as if it were the reading of `count` bytes.
    func note(work count: Int) { spent += count }

    /// Counts other work likewise, and throws `tooLarge` once it is too much.
    func spend(_ count: Int) throws {
        spent += count
        guard spent > limits.decodedTotal else { return }
        let (ratio, overflows) = source.count.multipliedReportingOverflow(by: limits.decodedRatio)
        if spent - limits.decodedTotal > (overflows ? Int.max : ratio) { throw ReadFailure.tooLarge }
    }
}
