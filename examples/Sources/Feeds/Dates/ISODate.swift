/// Dates that begin with the year: ISO 8601, W3CDTF, RFC 3339, and others of the same order, such as `2004/07/08 23:56:58`.
enum ISODate {
    static func parse(_ text: String) -> DateFields? {
        var scanner = DateScanner(Substring(text))
        var fields = DateFields()
        scanner.skipBlanks()
        guard date(&scanner, &fields) else { return nil }
        _ = scanner.take("Tt,")
        scanner.skipBlanks()
        // Korean dates say which half of the day it is.
        let start = scanner
        let half = scanner.word()
        let isAfternoon = half == "오후" || half == "pm"
        if half != "오전" && half != "am" && !isAfternoon { scanner = start }
        scanner.skipBlanks()
        if scanner.time(into: &fields) {
            if isAfternoon, fields.hour < 12 { fields.hour += 12 }
            scanner.skipBlanks()
            if let isAfternoon = scanner.half() { fields.setHalf(isAfternoon: isAfternoon) }
            _ = scanner.zone(into: &fields)
        } else if !scanner.isAtEnd, !scanner.zone(into: &fields) {
            // A year with something else after it is no date, but a day with a remark is.
            return fields.dayOfYear == nil && scanner.next?.isLetter == true ? fields : nil
        }
        return fields
    }

    private static func date(_ scanner: inout DateScanner, _ fields: inout DateFields) -> Bool {
        guard let (year, digits) = scanner.number(2...4) else { return false }
        guard digits == 4 || digits == 2 && scanner.next == UInt8(ascii: "-") else { return false }
        fields.year = DateFields.year((year, digits))
        if scanner.next?.isDigit == true { return compactDate(&scanner, &fields) }
        if scanner.isAtEnd { return digits == 4 }
        guard separator(&scanner) else { return scanner.next == UInt8(ascii: "T") }
        let start = scanner
        if let ordinal = scanner.number(3...3), scanner.next?.isDigit != true {
            fields.dayOfYear = ordinal.value
            return true
        }
        scanner = start
        if let (month, _) = scanner.number(1...2) {
            fields.month = month
        } else if let month = DateNames.months[scanner.word()] {
            fields.month = month
        } else {
            return false
        }
        guard separator(&scanner) else { return scanner.isAtEnd || scanner.next == UInt8(ascii: "T") }
        guard let (day, _) = scanner.number(1...2) else { return false }
        fields.day = day
        _ = DateNames.takeKoreanUnit(&scanner)
        return true
    }

    /// `20031231`, `2003335`, `200312`
    private static func compactDate(_ scanner: inout DateScanner, _ fields: inout DateFields) -> Bool {
        guard let (number, digits) = scanner.number(2...4) else { return false }
        switch digits {
        case 2: fields.month = number
        case 3: fields.dayOfYear = number
        default: (fields.month, fields.day) = (number / 100, number % 100)
        }
        return scanner.next?.isDigit != true
    }

    /// Takes what stands between two parts of a date.
    private static func separator(_ scanner: inout DateScanner) -> Bool {
        if scanner.take("-/.") != nil { return true }
        return DateNames.takeKoreanUnit(&scanner)
    }
}
