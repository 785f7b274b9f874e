/// Takes the parts of a date off its front.
struct DateScanner {
    private(set) var rest: Substring.UTF8View

    init(_ text: Substring) { rest = text.utf8 }

    var isAtEnd: Bool { rest.isEmpty }
    var next: UInt8? { rest.first }

    mutating func skipBlanks() { rest = rest.drop(while: \.isBlank) }

    /// Takes one of these characters.
    mutating func take(_ characters: StaticString) -> UInt8? {
        guard let first = rest.first, characters.withUTF8Buffer({ $0.contains(first) }) else { return nil }
        rest = rest.dropFirst()
        return first
    }

    /// Takes a number with this many digits, and returns it with how many there were.
    mutating func number(_ digits: ClosedRange<Int>) -> (value: Int, digits: Int)? {
        let found = rest.prefix(digits.upperBound).prefix(while: \.isDigit)
        guard found.count >= digits.lowerBound, let value = Int(Substring(found)) else { return nil }
        rest = rest.dropFirst(found.count)
        return (value, found.count)
    }

    /// Takes letters, even those beyond ASCII, and returns them in lowercase; empty if there are none.
    mutating func word() -> String {
        let found = rest.prefix { $0.isLetter || $0 >= 0x80 }
        rest = rest.dropFirst(found.count)
        return Substring(found).lowercased()
    }

    /// Takes `AM`, `p.m.` or the like.
    ///
    /// - Returns: Whether it is the afternoon; nil if there is nothing of that kind.
    mutating func half() -> Bool? {
        let start = rest
        var name = word()
        if name.utf8.count == 1, take(".") != nil {
            name += word()
            _ = take(".")
        }
        guard name == "am" || name == "pm" else {
            rest = start
            return nil
        }
        return name == "pm"
    }

    /// Takes one byte.
    mutating func skip() { rest = rest.dropFirst() }

    /// Takes a time such as `09:15`, `9:15:30.25` or `091530`.
    mutating func time(into fields: inout DateFields) -> Bool {
        let start = rest
        guard let (hour, _) = number(1...2) else { return false }
        fields.hour = hour
        let colon = take(":.")
        guard colon != nil || (rest.first?.isDigit ?? false), let (minute, _) = number(1...2) else {
            rest = start
            return false
        }
        fields.minute = minute
        if colon == nil ? (rest.first?.isDigit ?? false) : take(":.") != nil {
            guard let (second, _) = number(1...2) else { return colon != nil }
            fields.second = second
            if take(".,") != nil, let (fraction, digits) = number(1...3) {
                fields.milliseconds = digits == 1 ? fraction * 100 : digits == 2 ? fraction * 10 : fraction
                rest = rest.drop(while: \.isDigit)
            }
        }
        return true
    }

    /// Takes a zone such as `Z`, `+0200`, `-05:00`, `GMT+2` or `EST`; false if there is none.
    mutating func zone(into fields: inout DateFields) -> Bool {
        skipBlanks()
        let start = rest
        var isKnown = false
        if rest.first?.isLetter == true {
            let name = word()
            guard let zone = DateNames.zones[name] else {
                rest = start
                return false
            }
            fields.zone = zone
            isKnown = true
        }
        let beforeSign = rest
        guard let sign = take("+-"), let (hours, digits) = number(1...4) else {
            rest = beforeSign
            return isKnown
        }
        var minutes = digits <= 2 ? hours * 60 : hours / 100 * 60 + hours % 100
        if digits <= 2, take(":") != nil { minutes += number(1...2)?.value ?? 0 }
        fields.zone = sign == UInt8(ascii: "-") ? -minutes : minutes
        return true
    }
}
