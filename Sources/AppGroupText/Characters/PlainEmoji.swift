/// Emoji that take the same columns in every terminal.
///
/// Terminals disagree about emoji that are made of several characters: one draws a family as one picture in two columns,
/// another one as three people in six. Of these, only the first character is kept, with spaces if it is narrower.
package enum PlainEmoji {
    /// The text with plain emoji; it takes the columns that ``DisplayWidth`` says for the original.
    package static func applied(to text: String) -> String {
        guard text.utf8.contains(where: { $0 >= 0xE2 }), text.unicodeScalars.contains(where: isPart) else {
            return text
        }
        var result = ""
        for character in text {
            guard character.utf8.count > 1, let first = character.unicodeScalars.first, first.properties.isEmoji,
                character.unicodeScalars.dropFirst().contains(where: isPart)
            else {
                result.append(character)
                continue
            }
            result.unicodeScalars.append(first)
            let missing = DisplayWidth.of(character) - DisplayWidth.of(first)
            result += String(repeating: " ", count: max(0, missing))
        }
        return result
    }

    /// Whether a character changes the emoji before it: a joiner, a selector, a keycap, a skin tone or a tag.
    private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x200D, 0xFE0E, 0xFE0F, 0x20E3, 0x1F3FB...0x1F3FF, 0xE0020...0xE007F: true
        default: false
        }
    }
}
