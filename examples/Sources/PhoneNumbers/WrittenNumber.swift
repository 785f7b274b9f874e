/// The parts of a number as they were written: a plus sign, digits, an extension.
struct WrittenNumber {
    /// All digits except those of the extension, from 0 to 9, whatever their script was.
    private(set) var digits = ""

    private(set) var `extension`: String?

    /// How many digits precede a zero alone in parentheses, which is a trunk prefix that is left out abroad.
    private(set) var zeroInParentheses: Int?

    /// The text, quoted for messages.
    let quoted: String

    private var hasPlus = false

    /// The digits from the country code on, if the text begins with `+` or 00.
    var international: Substring? {
        if hasPlus { return digits[...] }
        return digits.hasPrefix("00") ? digits.dropFirst(2) : nil
    }

    init(_ text: String) throws(PhoneNumberError) {
        quoted = PhoneNumberError.quoted(text)
        guard text.utf8.count <= Self.longestText else {
            throw PhoneNumberError(.tooLong, "\(quoted) can't be a phone number: it has \(text.utf8.count) bytes.")
        }
        // Text that was copied from another program often has marks of direction around it.
        let scalars = text.unicodeScalars.filter { $0.properties.generalCategory != .format }
        var rest = scalars[...]
        skipLabels(&rest)
        while let scalar = rest.first {
            if let digit = scalar.digit {
                if digit == "0", rest.dropFirst().first == ")", rest.startIndex > scalars.startIndex,
                    scalars[scalars.index(before: rest.startIndex)] == "("
                {
                    zeroInParentheses = digits.utf8.count
                }
                digits.append(digit)
            } else if scalar == "+" || scalar == "＋" {
                guard digits.isEmpty, !hasPlus else {
                    throw PhoneNumberError(
                        .plus, "\(quoted) can't be a phone number: only its first digit can follow a plus sign.")
                }
                hasPlus = true
            } else if !scalar.isPhonePunctuation {
                guard !digits.isEmpty, try readExtension(rest) else { throw unexpected(scalar) }
                break
            }
            rest = rest.dropFirst()
        }
        guard !digits.isEmpty else {
            throw PhoneNumberError(.empty, "\(quoted) has no digits. Write a number such as 044 123 45 67.")
        }
    }

    /// More than the longest number needs with its extension.
    private static let longestText = 256

    /// Words that people write in front of a number.
    private static let labels: Set<String> = [
        "mob", "ph", "phone", "t", "tel", "telephone", "моб", "т", "тел", "телефон",
    ]

    /// Words and signs between a number and its extension, in lowercase.
    private static let extensionWords: Set<String> = [
        "#", ";ext", "ext", "extension", "extn", "x", "вн", "внутр", "внутрішній", "доб", "добавочный", "дод",
        "додатковий", "х",
    ]

    /// Leaves out the words in front of the number: `тел.: 044 …`, `моб. тел. 067 …`, `tel:+380…`.
    private func skipLabels(_ rest: inout String.UnicodeScalarView.SubSequence) {
        while true {
            let start = rest.drop { $0.isPhonePunctuation }
            let word = start.prefix { $0.properties.isAlphabetic }
            guard Self.labels.contains(String(word).lowercased()) else { return }
            let end = start[word.endIndex...]
            let next = end.drop { $0.isPhonePunctuation }
            rest = next.first == ":" ? next.dropFirst() : end
        }
    }

    /// Reads a word such as `ext.`, and the digits after it up to the end.
    ///
    /// - Returns: Whether there is such a word.
    private mutating func readExtension(
        _ text: String.UnicodeScalarView.SubSequence
    ) throws(PhoneNumberError) -> Bool {
        let word = text.first == "#" ? text.prefix(1) : text.prefix { $0 == ";" || $0.properties.isAlphabetic }
        guard Self.extensionWords.contains(String(word).lowercased()) else { return false }
        var found = ""
        for scalar in text[word.endIndex...] {
            if let digit = scalar.digit {
                found.append(digit)
            } else if scalar != ":" && scalar != "=" && !scalar.isPhonePunctuation {
                throw unexpected(scalar)
            }
        }
        guard 1...Self.longestExtension ~= found.utf8.count else {
            throw PhoneNumberError(
                .extension,
                "\(quoted) has an extension of \(found.utf8.count) digits. Extensions have 1 to "
                    + "\(Self.longestExtension).")
        }
        self.extension = found
        return true
    }

    /// PBXs number their lines with 2 to 5 digits; some conferences have more.
    private static let longestExtension = 11

    func tooShort(_ rule: String) -> PhoneNumberError { refusal(.tooShort, rule) }

    func tooLong(_ rule: String) -> PhoneNumberError { refusal(.tooLong, rule) }

    private func refusal(_ code: PhoneNumberError.Code, _ rule: String) -> PhoneNumberError {
        let count = digits.utf8.count
        let read = count == 1 ? "1 digit was read" : "\(count) digits were read"
        return PhoneNumberError(code, "\(quoted) can't be a phone number: \(read), and \(rule).")
    }

    private func unexpected(_ scalar: Unicode.Scalar) -> PhoneNumberError {
        let kind = scalar.properties.isAlphabetic ? "a letter" : "not a digit"
        let shown = PhoneNumberError.quoted(String(scalar))
        return PhoneNumberError(.character, "\(quoted) can't be a phone number: \(shown) is \(kind).")
    }
}

extension Unicode.Scalar {
    /// A decimal digit of any script, as one from 0 to 9.
    var digit: Character? {
        if 0x30...0x39 ~= value { return Character(self) }
        guard value >= 0x80, properties.numericType == .decimal, let number = properties.numericValue else {
            return nil
        }
        return Character(Unicode.Scalar(UInt8(0x30 + Int(number))))
    }

    /// Whether people put this between the digits of a number.
    var isPhonePunctuation: Bool {
        switch self {
        case "-", "/", ".", "(", ")", "[", "]", "~", "·", "•", "−", "ー", "－", "／", "．", "（", "）", "［", "］", "～", "∼",
            "⁓":
            true
        case "\u{2010}"..."\u{2015}": true
        default: properties.isWhitespace
        }
    }
}
