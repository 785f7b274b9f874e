/// Builds values from tokens. It does not recurse, so deep nesting can't exhaust the stack.
struct ObjectParser {
    /// The deepest nesting of arrays and dictionaries.
    static let depthLimit = 64

    /// The most elements of arrays and dictionaries in one value: more than any list of pages in one object has.
    private static let elementLimit = 1 << 18

    var lexer: Lexer

    init(_ bytes: [UInt8], at position: Int = 0) {
        lexer = Lexer(bytes, at: position)
    }

    fileprivate struct Container {
        var elements: [PDFObject] = []
        let isDictionary: Bool

        var object: PDFObject {
            guard isDictionary else { return .array(elements) }
            var dictionary = PDFDictionary(minimumCapacity: elements.count / 2)
            var index = 0
            while index + 1 < elements.count {
                // The name before a value is missing: look for the next name.
                guard case .name(let name) = elements[index] else {
                    index += 1
                    continue
                }
                dictionary[name] = elements[index + 1]
                index += 2
            }
            return .dictionary(dictionary)
        }
    }

    /// The next value; nil at the end of the bytes, or if there is no value.
    mutating func object() -> PDFObject? {
        var containers: [Container] = []
        var elements = 0
        while true {
            var value: PDFObject
            lexer.forgetText()
            let start = lexer.position
            switch lexer.next() {
            case .integer(let integer): value = .integer(integer)
            case .real(let real): value = .real(real)
            case .string(let range): value = .string(Array(lexer.text(range)))
            case .name(let range): value = .name(String(nameBytes: lexer.text(range)))
            case .arrayStart, .dictionaryStart:
                guard containers.count < Self.depthLimit else { return nil }
                let isDictionary = lexer.bytes[lexer.position - 1] == 0x3C
                containers.append(Container(isDictionary: isDictionary))
                continue
            case .arrayEnd, .dictionaryEnd:
                guard let container = containers.popLast() else { return nil }
                value = container.object
            case .keyword(let word):
                switch word {
                case "true": value = .boolean(true)
                case "false": value = .boolean(false)
                case "null": value = .null
                case "R":
                    guard let last = containers.indices.last, let number = containers[last].popReference() else {
                        return nil
                    }
                    value = .reference(number)
                    elements -= 2
                case "endobj", "endstream", "stream", "obj":
                    // The value is not closed, and the next object begins here.
                    lexer.position = start
                    return nil
                default: return nil
                }
            case .end: return nil
            }
            guard let last = containers.indices.last else { return value }
            elements += 1
            guard elements <= Self.elementLimit else { return nil }
            containers[last].elements.append(value)
        }
    }
}

extension ObjectParser.Container {
    /// Removes the two numbers before an `R`, and returns the first; nil if they are not a reference.
    fileprivate mutating func popReference() -> Int? {
        guard elements.count >= 2, case .integer(let number) = elements[elements.count - 2],
            case .integer = elements[elements.count - 1]
        else { return nil }
        elements.removeLast(2)
        return number
    }
}
