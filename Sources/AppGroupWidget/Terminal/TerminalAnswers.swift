/// The answers of a terminal to ``TerminalQuestion``.
struct TerminalAnswers: Hashable {
    /// Whether it has kitty's graphics protocol.
    private(set) var hasKittyGraphics = false
    /// Whether it has read a file of this machine.
    private(set) var readsFiles = false
    /// Whether it has sixel graphics: attribute 4 of its primary device attributes.
    private(set) var hasSixel = false
    /// Whether it has sent its primary device attributes, which every terminal does, after everything else.
    private(set) var isComplete = false
    /// The size of a cell, in pixels.
    private(set) var cell: TerminalPixels.Cell?
    /// The number of colors in a sixel image.
    private(set) var colorRegisters: Int?
    /// Whether it has the last of xterm's 256 colors.
    private(set) var hasPalette = false
    /// The color behind text.
    private(set) var background: Bitmap.Color?
    /// The columns that it took for ``TerminalQuestion/emoji``.
    private(set) var emojiWidth: Int?
    /// The bytes between the answers: what a user typed meanwhile.
    private(set) var typed: [UInt8] = []

    private static let escape: UInt8 = 0x1B

    init() {}

    init(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while let first = rest.first {
            guard first == Self.escape, let length = take(rest) else {
                typed.append(first)
                rest.removeFirst()
                continue
            }
            rest = rest.dropFirst(length)
        }
    }

    /// Takes the answer that some bytes begin with.
    ///
    /// - Returns: Its length; `nil` if they begin with none.
    private mutating func take(_ bytes: ArraySlice<UInt8>) -> Int? {
        let body = bytes.dropFirst(2)
        switch bytes.dropFirst().first {
        case UInt8(ascii: "["):
            guard let end = body.firstIndex(where: { 0x40...0x7E ~= $0 }) else { return nil }
            guard take(final: bytes[end], parameters: String(decoding: bytes[body.startIndex..<end], as: UTF8.self))
            else { return nil }
            return end + 1 - bytes.startIndex
        case UInt8(ascii: "_"), UInt8(ascii: "]"):
            // They end with String Terminator; some terminals end an answer with BEL.
            guard let end = body.firstIndex(where: { $0 == 0x07 || $0 == Self.escape }) else { return nil }
            take(text: String(decoding: bytes[body.startIndex..<end], as: UTF8.self), kind: bytes[bytes.startIndex + 1])
            return end + (bytes[end] == 0x07 ? 1 : 2) - bytes.startIndex
        default: return nil
        }
    }

    private mutating func take(final: UInt8, parameters: String) -> Bool {
        let isPrivate = parameters.hasPrefix("?")
        let numbers = parameters.drop { $0 == "?" }.split(separator: ";").map { UInt16($0).map(Int.init) ?? 0 }
        switch (final, isPrivate) {
        case (UInt8(ascii: "c"), true):
            isComplete = true
            hasSixel = numbers.dropFirst().contains(4)
        case (UInt8(ascii: "t"), false) where numbers.count == 3 && numbers[0] == 6:
            cell = TerminalPixels.Cell(said: numbers[2], numbers[1]) ?? cell
        case (UInt8(ascii: "S"), true) where numbers.count >= 3 && numbers[0] == 1:
            if numbers[1] == 0, numbers[2] >= 2 { colorRegisters = min(256, numbers[2]) }
        case (UInt8(ascii: "R"), false) where numbers.count == 2 && numbers[1] > 0: emojiWidth = numbers[1] - 1
        default: return false
        }
        return true
    }

    private mutating func take(text: String, kind: UInt8) {
        if kind == UInt8(ascii: "_") {
            if text.hasPrefix("Gi=\(TerminalQuestion.imageNumber);OK") { hasKittyGraphics = true }
            if text.hasPrefix("Gi=\(TerminalQuestion.fileNumber);OK") { readsFiles = true }
        } else if text.hasPrefix("4;255;rgb:") {
            hasPalette = true
        } else if text.hasPrefix("11;rgb:") {
            // Each channel has one to four hexadecimal digits; the first two are enough.
            let channels = text.dropFirst(7).split(separator: "/").map { UInt8($0.prefix(2), radix: 16) }
            guard channels.count == 3, let red = channels[0], let green = channels[1], let blue = channels[2] else {
                return
            }
            background = Bitmap.Color(red: red, green: green, blue: blue)
        }
    }

    /// Adds the answers to a second question.
    mutating func add(_ more: TerminalAnswers) {
        colorRegisters = more.colorRegisters ?? colorRegisters
        typed += more.typed
    }
}
