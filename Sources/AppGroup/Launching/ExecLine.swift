/// The command line of a desktop entry as an argument vector (Desktop Entry Specification 1.5, "The Exec key").
///
/// No shell is used, and only field codes are expanded. Some entries use what the specification leaves undefined: quotes
/// within an argument, single quotes, a backslash outside quotes. These are read as GLib reads them.
struct ExecLine: Hashable {
    /// What is wrong with a command line, as a fragment for a sentence.
    enum Problem: Error, Hashable, CustomStringConvertible {
        case empty
        case openQuote
        case unknownCode(String)
        case codeInProgram

        var description: String {
            switch self {
            case .empty: "Exec names no program"
            case .openQuote: "Exec has a quote that is not closed"
            case .unknownCode(let code): "Exec has the unknown field code \(PlainText.quoted(code))"
            case .codeInProgram: "Exec has a field code in place of its program"
            }
        }
    }

    private enum Piece: Hashable {
        case text(String)
        case url
        case icon
        case name
        case path
        /// A deprecated code, which stands for nothing.
        case nothing
    }

    /// An absolute path, or a name to look up in `PATH`.
    let program: String
    private let arguments: [[Piece]]

    /// - Parameter value: The value of the key, unescaped as every string of a desktop entry is.
    init(_ value: String) throws(Problem) {
        var words: [[Piece]] = []
        for word in try Self.words(value) { words.append(try Self.pieces(word)) }
        guard let first = words.first, first != [] else { throw .empty }
        guard first.count == 1, case .text(let program) = first[0] else { throw .codeInProgram }
        self.program = program
        arguments = Array(words.dropFirst())
    }

    /// The arguments after the program's name. A URL is one argument, or part of one, and goes last if the line has no
    /// place for it. An argument that becomes empty is left out.
    func arguments(of entry: DesktopEntry, opening url: AppURL?) -> [String] {
        var result: [String] = []
        for pieces in arguments {
            if pieces == [.icon] {
                result += entry.icon.map { ["--icon", $0] } ?? []
                continue
            }
            let text = pieces.map { piece in
                switch piece {
                case .text(let text): text
                case .url: url?.description ?? ""
                case .name: entry.name ?? ""
                case .path: entry.path
                case .icon, .nothing: ""
                }
            }.joined()
            if !text.isEmpty || pieces.isEmpty { result.append(text) }
        }
        if let url, !arguments.joined().contains(.url) { result.append(url.description) }
        return result
    }

    /// Splits at white space and undoes the quoting.
    private static func words(_ value: String) throws(Problem) -> [[UInt8]] {
        var words: [[UInt8]] = []
        var word: [UInt8]?
        var quote: UInt8?
        func append(_ byte: UInt8) {
            if word == nil { word = [] }
            word?.append(byte)
        }
        var rest = Array(value.utf8)[...]
        while let byte = rest.popFirst() {
            switch (byte, quote) {
            case (quote, .some): quote = nil
            case (UInt8(ascii: "\\"), UInt8(ascii: "\"")):
                let isEscape = rest.first.map { "\"`$\\".utf8.contains($0) } ?? false
                append(isEscape ? rest.removeFirst() : byte)
            case (_, .some): append(byte)
            case (UInt8(ascii: "\""), nil), (UInt8(ascii: "'"), nil):
                quote = byte
                word = word ?? []
            case (UInt8(ascii: "\\"), nil):
                guard let escaped = rest.popFirst() else { throw .openQuote }
                append(escaped)
            case (UInt8(ascii: " "), nil), (UInt8(ascii: "\t"), nil), (UInt8(ascii: "\n"), nil):
                if let word { words.append(word) }
                word = nil
            default: append(byte)
            }
        }
        guard quote == nil else { throw .openQuote }
        if let word { words.append(word) }
        return words
    }

    /// Separates text from field codes; an empty word has no piece.
    private static func pieces(_ word: [UInt8]) throws(Problem) -> [Piece] {
        var pieces: [Piece] = []
        var text: [UInt8] = []
        func flush() {
            if !text.isEmpty { pieces.append(.text(String(decoding: text, as: UTF8.self))) }
            text = []
        }
        var rest = word[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                text.append(byte)
                continue
            }
            let code = String(decoding: rest.prefix(1), as: UTF8.self)
            rest = rest.dropFirst()
            if code == "%" {
                text.append(byte)
            } else {
                flush()
                pieces.append(try piece(for: code))
            }
        }
        flush()
        return pieces
    }

    private static func piece(for code: String) throws(Problem) -> Piece {
        switch code {
        case "f", "F", "u", "U": .url
        case "i": .icon
        case "c": .name
        case "k": .path
        case "d", "D", "n", "N", "v", "m": .nothing
        default: throw .unknownCode("%\(code)")
        }
    }
}
