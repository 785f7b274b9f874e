/// What a code of a font shows.
struct Glyph {
    /// The text as UTF-8; empty for a blank, nil where nothing tells what it is.
    let text: [UInt8]?

    /// How far the next glyph is, in units of the size.
    let width: Double

    var isBlank: Bool { text?.isEmpty == true }

    /// - Parameter text: what a font's map or encoding says. Control characters and characters for private use are no text
    ///   that anyone could read; whatever is white is a blank.
    init(text: [UInt8]?, width: Double) {
        self.width = width
        guard let text, !text.isEmpty else {
            self.text = nil
            return
        }
        var isReadable = true
        var isBlank = true
        for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
            let isWhite = scalar.properties.isWhitespace
            if !isWhite { isBlank = false }
            switch scalar.properties.generalCategory {
            case .privateUse, .unassigned, .surrogate: isReadable = false
            case .control: if !isWhite { isReadable = false }
            default: if scalar == "\u{FFFD}" { isReadable = false }
            }
        }
        self.text = isBlank ? [] : isReadable ? text : nil
    }
}
