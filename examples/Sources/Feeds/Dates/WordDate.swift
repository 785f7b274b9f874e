/// Dates that name their month or begin with the day: RFC 822 and its relatives, `asctime`, and what people write by hand.
enum WordDate {
    static func parse(_ text: String) -> DateFields? {
        var scanner = DateScanner(Substring(text))
        var fields = DateFields()
        var numbers: [(value: Int, digits: Int)] = []
        var (hasMonth, hasTime, hasZone) = (false, false, false)
        var mayBeTuesday = false
        while !scanner.isAtEnd {
            let start = scanner
            guard let next = scanner.next else { break }
            if next.isDigit {
                if !hasTime, isTime(scanner), scanner.time(into: &fields) {
                    hasTime = true
                } else {
                    scanner = start
                    guard let number = scanner.number(1...4), scanner.next?.isDigit != true else { return nil }
                    numbers.append(number)
                    if !hasMonth, numbers.count == 1, number.digits == 4, scanner.next == UInt8(ascii: "/") {
                        return yearFirst(from: start)
                    }
                }
            } else if hasTime, !hasZone, next == UInt8(ascii: "+") || next == UInt8(ascii: "-") {
                hasZone = scanner.zone(into: &fields)
                if !hasZone { scanner.skip() }
            } else if hasTime, let isAfternoon = scanner.half() {
                fields.setHalf(isAfternoon: isAfternoon)
            } else if next.isLetter || next >= 0x80 {
                let word = scanner.word()
                if let month = DateNames.months[word] {
                    if hasMonth, !mayBeTuesday { return nil }
                    // In French, Spanish and Italian, the abbreviations of March and of Tuesday are the same.
                    mayBeTuesday = !hasMonth && word == "mar" && numbers.isEmpty
                    (fields.month, hasMonth) = (month, true)
                } else if hasTime, !hasZone, DateNames.zones[word] != nil {
                    scanner = start
                    hasZone = scanner.zone(into: &fields)
                }
            } else {
                scanner.skip()
            }
        }
        return place(numbers, hasMonth: hasMonth, into: fields)
    }

    /// Whether a number begins a time.
    private static func isTime(_ scanner: DateScanner) -> Bool {
        var scanner = scanner
        return scanner.number(1...2) != nil && scanner.next == UInt8(ascii: ":")
    }

    /// `Fri, 2006/09/15 08:19:53 EDT`, with a day's name in front.
    private static func yearFirst(from start: DateScanner) -> DateFields? {
        ISODate.parse(String(Substring(start.rest)))
    }

    /// Decides which number is the day and which the year.
    private static func place(
        _ numbers: [(value: Int, digits: Int)], hasMonth: Bool, into fields: DateFields
    ) -> DateFields? {
        var (fields, numbers) = (fields, numbers)
        if !hasMonth {
            // 31/12/2003, or 12/31/2003 if it can't be the other.
            guard numbers.count >= 3, numbers[2].digits == 4 else { return nil }
            if numbers[1].value > 12 { numbers.swapAt(0, 1) }
            fields.month = numbers.remove(at: 1).value
        }
        guard numbers.count >= 2 else { return nil }
        let yearIsFirst = numbers[0].digits > 2 || numbers[0].value > 31
        let (day, year) = yearIsFirst ? (numbers[1], numbers[0]) : (numbers[0], numbers[1])
        guard day.digits <= 2 else { return nil }
        fields.day = day.value
        fields.year = DateFields.year(year)
        return fields
    }
}
