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
    /// - Parameters:
    ///   - limit: The most bytes that any filter may produce.
    ///   - spend: Is told how many bytes each filter has produced, even if the next one drops them or the limit is reached.
    func decode(_ bytes: [UInt8], limit: Int, spend: (Int) throws -> Void) throws -> Decoded {
        var result = Decoded(bytes: bytes, isWhole: true)
        for (filter, parameters) in filters {
            var step: Decoded
            do {
                step = try Self.undo(filter, parameters, result.bytes, limit: limit)
            } catch {
                try spend(limit)
                throw error
            }
            try spend(step.bytes.count)
            if filter == .flate || filter == .lzw, let predictor = try Predictor(parameters) {
                step.bytes = predictor.undo(step.bytes)
            }
            result = Decoded(bytes: step.bytes, isWhole: result.isWhole && step.isWhole)
        }
        return result
    }

    private static func undo(
        _ filter: Filter, _ parameters: PDFDictionary, _ bytes: [UInt8], limit: Int
    ) throws -> Decoded {
        switch filter {
        case .flate: try Flate.decode(bytes, limit: limit)
        case .lzw: try LZW.decode(bytes, isEarly: parameters["EarlyChange"]?.integer != 0, limit: limit)
        case .ascii85: ASCII85.decode(bytes)
        case .asciiHex: ASCIIHex.decode(bytes)
        case .runLength: try RunLength.decode(bytes, limit: limit)
        case .identity: Decoded(bytes: bytes, isWhole: true)
        }
    }
}
