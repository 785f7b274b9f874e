/// Decodes the bytes that a terminal sends into keys: UTF-8, control characters, and the sequences of ECMA-48 and xterm
/// for keys without a character.
struct KeyDecoder {
    /// The byte that the terminal sends for Backspace. If it is known to be DEL, then a BS is Ctrl-h.
    private let erase: UInt8?
    private var rest: [UInt8] = []
    /// The bytes are those of a text that is being pasted (xterm's mode 2004).
    private var isPasting = false

    private static let pasteBegins = Array("\u{1B}[200~".utf8)
    private static let pasteEnds = Array("\u{1B}[201~".utf8)
    private static let escape: UInt8 = 0x1B
    private static let delete: UInt8 = 0x7F

    /// The longest sequence of a key, in bytes; a longer one is dropped.
    private static let longestSequence = 32
    /// The longest answer of a terminal, in bytes.
    private static let longestAnswer = 4096

    /// - Parameter erase: The byte that the terminal sends for Backspace; `nil` if it is unknown.
    init(erase: UInt8? = nil) { self.erase = erase }

    /// Whether bytes are pending that may be a key or the beginning of a sequence. A terminal sends the rest of a
    /// sequence at once.
    var isUndecided: Bool { !rest.isEmpty && !isPasting }

    /// The keys in the pending bytes and these.
    mutating func keys(in bytes: [UInt8]) -> [Key] {
        rest += bytes
        var keys: [Key] = []
        while let (key, count) = next() {
            let bytes = rest.prefix(count)
            if bytes.elementsEqual(Self.pasteEnds) {
                isPasting = false
            } else if bytes.suffix(Self.pasteBegins.count).elementsEqual(Self.pasteBegins) {
                isPasting = true
            }
            rest.removeFirst(count)
            if let key { keys.append(key) }
        }
        return keys
    }

    /// The keys in the pending bytes if nothing follows them: each Escape is the key itself.
    mutating func keysOfSilence() -> [Key] {
        defer { rest = [] }
        return rest.allSatisfy { $0 == Self.escape } ? rest.map { _ in .escape } : []
    }

    /// The first key and the number of its bytes. The key is `nil` if the bytes mean none; the result is `nil` if more
    /// bytes are needed.
    private func next() -> (Key?, Int)? {
        if isPasting { return pastedKey() }
        return rest.first == Self.escape ? escapeSequence() : key(in: rest[...])
    }

    /// The first character of a text that is being pasted. A control character in it, such as the end of a line, is no key.
    private func pastedKey() -> (Key?, Int)? {
        guard let first = rest.first else { return nil }
        if first == Self.escape {
            if rest.starts(with: Self.pasteEnds) { return (nil, Self.pasteEnds.count) }
            return Self.pasteEnds.starts(with: rest) ? nil : (nil, 1)
        }
        return first < 0x20 || first == Self.delete ? (nil, 1) : character(in: rest[...])
    }

    /// The first key in bytes that do not begin with Escape.
    private func key(in bytes: ArraySlice<UInt8>) -> (Key?, Int)? {
        guard let first = bytes.first else { return nil }
        switch first {
        case 0x0D: return (.enter, 1)
        case 0x08 where erase != Self.delete, Self.delete: return (.backspace, 1)
        case 0x01...0x1A: return (.control(Character(Unicode.Scalar(first + 0x60))), 1)
        case 0x00, 0x1B...0x1F: return (nil, 1)
        default: return character(in: bytes)
        }
    }

    private func character(in bytes: ArraySlice<UInt8>) -> (Key?, Int)? {
        let length =
            switch bytes[bytes.startIndex] {
            case ..<0x80: 1
            case 0xC2...0xDF: 2
            case 0xE0...0xEF: 3
            case 0xF0...0xF4: 4
            default: 0
            }
        guard length > 0 else { return (nil, 1) }
        guard bytes.count >= length else { return nil }
        guard let text = String(validating: bytes.prefix(length), as: UTF8.self), let character = text.first else {
            return (nil, 1)
        }
        return (.character(character), length)
    }

    /// Decodes bytes that begin with Escape. Alt sends an Escape before the key's own bytes. With a key that has a
    /// sequence, Alt is ignored; a character with Alt means nothing here.
    private func escapeSequence() -> (Key?, Int)? {
        guard rest.count > 1 else { return nil }
        let start = rest[1] == Self.escape ? 2 : 1
        guard rest.count > start else { return nil }
        switch rest[start] {
        case UInt8(ascii: "["):
            switch rest.dropFirst(start + 1).first {
            // In mode 1000 without 1006, the button and its place follow in three bytes.
            case UInt8(ascii: "M"): return rest.count > start + 4 ? (nil, start + 5) : nil
            // Linux's console has a letter after it for the keys F1 to F5.
            case UInt8(ascii: "["): return rest.count > start + 2 ? (nil, start + 3) : nil
            default: break
            }
            guard let end = rest.dropFirst(start + 1).firstIndex(where: { 0x40...0x7E ~= $0 }) else {
                return rest.count > Self.longestSequence ? (nil, rest.count) : nil
            }
            return (Self.key(ending: rest[end], after: rest[(start + 1)..<end]), end + 1)
        case UInt8(ascii: "O"):
            guard rest.count > start + 1 else { return nil }
            // The keypad's Enter.
            let isEnter = rest[start + 1] == UInt8(ascii: "M")
            return (isEnter ? .enter : Self.key(ending: rest[start + 1], after: []), start + 2)
        case UInt8(ascii: "P"), UInt8(ascii: "]"), UInt8(ascii: "_"): return lateAnswer()
        default:
            return start == 2 ? (.escape, 1) : key(in: rest.dropFirst()).map { (nil, $0.1 + 1) }
        }
    }

    /// Drops a control string (ECMA-48, 5.6), which is no key: a terminal answers a question with it, on a slow line when
    /// nothing waits for it any longer.
    private func lateAnswer() -> (Key?, Int)? {
        guard let end = rest.dropFirst(2).firstIndex(where: { $0 == 0x07 || $0 == Self.escape }) else {
            return rest.count > Self.longestAnswer ? (nil, rest.count) : nil
        }
        guard rest[end] == Self.escape else { return (nil, end + 1) }
        guard rest.count > end + 1 else { return nil }
        return (nil, rest[end + 1] == UInt8(ascii: "\\") ? end + 2 : end)
    }

    private static func key(ending final: UInt8, after parameters: ArraySlice<UInt8>) -> Key? {
        switch final {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "M"), UInt8(ascii: "m"):
            MouseEvent(parameters, isReleased: final == UInt8(ascii: "m")).map(Key.mouse)
        case UInt8(ascii: "Z"): .backTab
        case UInt8(ascii: "~"):
            switch parameters.prefix(while: { $0 != UInt8(ascii: ";") }) {
            case [UInt8(ascii: "1")], [UInt8(ascii: "7")]: .home
            case [UInt8(ascii: "4")], [UInt8(ascii: "8")]: .end
            case [UInt8(ascii: "5")]: .pageUp
            case [UInt8(ascii: "6")]: .pageDown
            default: nil
            }
        default: nil
        }
    }
}

/// A key that the home screen handles.
enum Key: Hashable {
    case character(Character)
    case up, down, left, right, home, end, pageUp, pageDown
    case enter, escape, backspace
    /// Tab together with Shift. Tab alone is Ctrl-i.
    case backTab
    /// A lowercase letter together with Ctrl.
    case control(Character)
    case mouse(MouseEvent)
}

/// A button of the mouse that was pressed or released, as xterm reports it in its mode 1006.
struct MouseEvent: Hashable {
    enum Button: Hashable { case left, right, wheelUp, wheelDown }

    let button: Button
    /// Counted from 0, like the column.
    let row: Int
    let column: Int
    /// Whether the button was released. The wheel is only pressed.
    let isReleased: Bool

    init(_ button: Button, row: Int, column: Int, isReleased: Bool = false) {
        self.button = button
        self.row = row
        self.column = column
        self.isReleased = isReleased
    }

    /// Decodes the parameters of a sequence: `<`, the button, the column and the row, both counted from 1. No terminal has more
    /// than 65,535 of them.
    fileprivate init?(_ parameters: ArraySlice<UInt8>, isReleased: Bool) {
        guard parameters.first == UInt8(ascii: "<") else { return nil }
        let numbers = String(decoding: parameters.dropFirst(), as: UTF8.self)
            .split(separator: ";", omittingEmptySubsequences: false).map { UInt16($0) }
        guard numbers.count == 3, let code = numbers[0], let column = numbers[1], let row = numbers[2], column > 0,
            row > 0
        else { return nil }
        // Shift, Meta and Ctrl do not matter.
        switch code & ~0b11100 {
        case 0: button = .left
        case 2: button = .right
        case 64 where !isReleased: button = .wheelUp
        case 65 where !isReleased: button = .wheelDown
        default: return nil
        }
        self.row = Int(row) - 1
        self.column = Int(column) - 1
        self.isReleased = isReleased
    }
}
