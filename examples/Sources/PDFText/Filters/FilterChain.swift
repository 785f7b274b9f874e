/// The filters that encoded a stream's bytes, in the order in which they are undone (ISO 32000-1, 7.4).
struct FilterChain {
    /// Decoded bytes, and whether they are complete.
    struct Decoded {
        var bytes: [UInt8]
        var isWhole: Bool
    }

    private enum Filter {
        case flate, lzw, ascii85, asciiHex, runLength, identity
    }

    private let filters: [(filter: Filter, parameters: PDFDictionary)]

    /// Reads the filters from a stream's dictionary.
    ///
    /// - Parameter resolve: Resolves a reference.
    /// - Throws: ``ReadFailure/unsupported`` for an unknown filter, such as those for images.
    init(_ dictionary: PDFDictionary, resolve: (PDFObject) throws -> PDFObject) throws {
        let named = try resolve(dictionary["Filter"] ?? dictionary["F"] ?? .null)
        let names = named.array ?? (named.isNull ? [] : [named])
        let given = try resolve(dictionary["DecodeParms"] ?? dictionary["DP"] ?? .null)
        let parameters = given.array ?? [given]
        guard names.count <= 8 else { throw ReadFailure.tooLarge }
        filters = try names.enumerated().map { index, name in
            let filter: Filter
            switch try resolve(name).name {
            case "FlateDecode", "Fl": filter = .flate
            case "LZWDecode", "LZW": filter = .lzw
            case "ASCII85Decode", "A85": filter = .ascii85
            case "ASCIIHexDecode", "AHx": filter = .asciiHex
            case "RunLengthDecode", "RL": filter = .runLength
            case "Crypt": filter = .identity
            default: throw ReadFailure.unsupported
            }
            let own = try index < parameters.count ? resolve(parameters[index]).dictionary ?? [:] : [:]
            return (filter, try own.mapValues(resolve))
        }
    }

    /// Undoes the filters.
    ///
    /// - Parameter limit: The most bytes that any filter may produce.
    func decode(_ bytes: [UInt8], limit: Int) throws -> Decoded {
        var result = Decoded(bytes: bytes, isWhole: true)
        for (filter, parameters) in filters {
            var step =
                switch filter {
                case .flate: try Flate.decode(result.bytes, limit: limit)
                case .lzw:
                    try LZW.decode(result.bytes, isEarly: parameters["EarlyChange"]?.integer != 0, limit: limit)
                case .ascii85: ASCII85.decode(result.bytes)
                case .asciiHex: ASCIIHex.decode(result.bytes)
                case .runLength: try RunLength.decode(result.bytes, limit: limit)
                case .identity: Decoded(bytes: result.bytes, isWhole: true)
                }
            if filter == .flate || filter == .lzw, let predictor = try Predictor(parameters) {
                step.bytes = predictor.undo(step.bytes)
            }
            result = Decoded(bytes: step.bytes, isWhole: result.isWhole && step.isWhole)
        }
        return result
    }
}
