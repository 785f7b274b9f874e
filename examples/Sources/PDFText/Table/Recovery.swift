/// What a look through a whole file finds: where each object stands last, and what its trailers say together.
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

    /// Adds an object of an object stream, unless it stands in the file by itself.
    mutating func add(_ number: Int, _ place: ObjectPlace, limit: Int) {
        if places[number] == nil, places.count < limit { places[number] = place }
    }

    /// What a later trailer says counts; the first of a linearised file's two says the same as the second.
    private mutating func merge(_ later: PDFDictionary) {
        for key in ["Root", "Encrypt", "ID"] {
            if let value = later[key] { trailer[key] = value }
        }
    }
}
