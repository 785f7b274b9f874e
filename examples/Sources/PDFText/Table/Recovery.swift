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

    /// Adds an object of an object stream, unless the file also has it on its own.
    mutating func add(_ number: Int, _ place: ObjectPlace, limit: Int) {
        if places[number] == nil, places.count < limit { places[number] = place }
    }

    /// Later trailers take precedence. The two trailers of a linearized file agree.
    private mutating func merge(_ later: PDFDictionary) {
        for key in ["Root", "Encrypt", "ID"] {
            if let value = later[key] { trailer[key] = value }
        }
    }
}
