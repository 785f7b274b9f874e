/// The result of a scan of a whole file: the last place of each object, and its trailers combined.
struct Recovery {
    private(set) var places: [Int: ObjectPlace] = [:]
    private(set) var trailer: PDFDictionary = [:]
    private(set) var objectStreams: [Int] = []

    init(source: any PDFSource, limits: PDFLimits) throws {
        var scanner = ObjectScanner(source: source, limits: limits)
        var catalog: Int?
        while let found = try scanner.next(isFinal: true, length: \.?.integer) {
            switch found {
            case .trailer(let trailer): merge(trailer)
            case .object(let header, let object):
                guard places.count < limits.objects else { return }
                places[header.key.number] = .offset(header.start)
                switch object.dictionary?["Type"]?.name {
                case "XRef": merge(object.dictionary ?? [:])
                case "ObjStm": objectStreams.append(header.key.number)
                case "Catalog": catalog = header.key.number
                default: break
                }
            }
        }
        if trailer["Root"] == nil, let catalog { trailer["Root"] = .reference(catalog) }
    }

    /// Adds an object of an object stream, unless the file has the object again after the stream.
    mutating func add(_ number: Int, in stream: Int, index: Int, limit: Int) {
        guard case .offset(let own)? = places[stream]?.kind else { return }
        if let known = places[number] {
            guard let position = position(of: known), position < own else { return }
        } else if places.count >= limit {
            return
        }
        places[number] = .compressed(stream: stream, index: index)
    }

    /// Where an object stands in the file: for an object of an object stream, where the stream does.
    private func position(of place: ObjectPlace) -> Int? {
        switch place.kind {
        case .offset(let offset): return offset
        case .compressed(let stream, _):
            guard case .offset(let offset)? = places[stream]?.kind else { return nil }
            return offset
        case .free: return nil
        }
    }

    /// Later trailers take precedence. The two trailers of a linearized file agree.
    private mutating func merge(_ later: PDFDictionary) {
        for key in ["Root", "Encrypt", "ID"] {
            if let value = later[key] { trailer[key] = value }
        }
    }
}
