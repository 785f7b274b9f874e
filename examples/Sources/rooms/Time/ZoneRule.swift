import CivilDates

/// When clocks change every year, as the variable `TZ` writes it: `CET-1CEST,M3.5.0,M10.5.0/3` (POSIX.1-2017, 8.3).
struct ZoneRule: Hashable {
    private let standard: Int
    private let summer: Summer?

    private struct Summer: Hashable {
        let offset: Int
        let begin: YearDay
        let end: YearDay
    }

    /// - Returns: nil if the text has another form.
    init?(_ text: some StringProtocol) {
        var reader = RuleReader(text)
        guard reader.takeName(), let offset = reader.takeClock() else { return nil }
        standard = -offset
        guard !reader.isAtEnd else {
            summer = nil
            return
        }
        guard reader.takeName() else { return nil }
        var ahead = standard + 3600
        if reader.next != ",", !reader.isAtEnd {
            guard let offset = reader.takeClock() else { return nil }
            ahead = -offset
        }
        // Without days, those of the United States hold.
        var days = [YearDay(.weekday(month: 3, week: 2, day: 0)), YearDay(.weekday(month: 11, week: 1, day: 0))]
        if !reader.isAtEnd {
            guard let begin = reader.takeDay(), let end = reader.takeDay(), reader.isAtEnd else { return nil }
            days = [begin, end]
        }
        summer = Summer(offset: ahead, begin: days[0], end: days[1])
    }

    /// Seconds ahead of UTC at a moment, in seconds since 1970.
    func offset(at moment: Int64) -> Int {
        guard let summer else { return standard }
        let year = LocalTime(seconds: moment + Int64(standard)).date.year
        let begin = summer.begin.seconds(in: year) - Int64(standard)
        let end = summer.end.seconds(in: year) - Int64(summer.offset)
        // South of the equator, summer lasts over the end of the year.
        let isSummer = begin < end ? (begin..<end).contains(moment) : !(end..<begin).contains(moment)
        return isSummer ? summer.offset : standard
    }
}

/// A moment that comes every year.
private struct YearDay: Hashable {
    enum Day: Hashable {
        /// The weekday of a week, 1 to 5; 5 is the last. Sunday is 0.
        case weekday(month: Int, week: Int, day: Int)
        /// 1 to 365, without February 29.
        case number(Int)
        /// 0 to 365, with February 29.
        case index(Int)
    }

    let day: Day
    var second = 2 * 3600

    init(_ day: Day) { self.day = day }

    /// Seconds since 1970 on the clock that holds before it.
    func seconds(in year: Int) -> Int64 {
        let newYear = LocalTime(year: year, month: 1, day: 1)?.day ?? 0
        let days: Int64
        switch day {
        case .index(let index): days = newYear + Int64(index)
        case .number(let number): days = newYear + Int64(number - 1 + (CivilDate.isLeap(year) && number > 59 ? 1 : 0))
        case .weekday(let month, let week, let weekday):
            guard let first = LocalTime(year: year, month: month, day: 1) else { return 0 }
            var day = (weekday - first.weekday + 7) % 7 + (week - 1) * 7
            if day >= CivilDate.days(inMonth: month, of: year) { day -= 7 }
            days = first.day + Int64(day)
        }
        return days * 86_400 + Int64(second)
    }
}

/// Reads the parts of a rule.
private struct RuleReader {
    private var rest: Substring

    init(_ text: some StringProtocol) { rest = Substring(text) }

    var isAtEnd: Bool { rest.isEmpty }
    var next: Character? { rest.first }

    /// Three letters or more, or anything in angle brackets.
    mutating func takeName() -> Bool {
        if rest.first == "<" {
            guard let end = rest.firstIndex(of: ">") else { return false }
            rest = rest[rest.index(after: end)...]
            return true
        }
        let name = rest.prefix { $0.isASCII && $0.isLetter }
        rest = rest.dropFirst(name.count)
        return name.count >= 3
    }

    /// Hours, and perhaps minutes and seconds, in seconds.
    mutating func takeClock() -> Int? {
        var sign = 1
        if let first = rest.first, first == "-" || first == "+" {
            sign = first == "-" ? -1 : 1
            rest = rest.dropFirst()
        }
        guard let hours = takeNumber(upTo: 167) else { return nil }
        var seconds = hours * 3600
        for unit in [60, 1] where rest.first == ":" {
            rest = rest.dropFirst()
            guard let count = takeNumber(upTo: 59) else { return nil }
            seconds += count * unit
        }
        return sign * seconds
    }

    /// A comma, a day, and perhaps a time.
    mutating func takeDay() -> YearDay? {
        guard take(",") else { return nil }
        var day: YearDay
        if take("M") {
            guard let month = takeNumber(upTo: 12), month > 0, take("."), let week = takeNumber(upTo: 5), week > 0,
                take("."), let weekday = takeNumber(upTo: 6)
            else { return nil }
            day = YearDay(.weekday(month: month, week: week, day: weekday))
        } else if take("J") {
            guard let number = takeNumber(upTo: 365), number > 0 else { return nil }
            day = YearDay(.number(number))
        } else {
            guard let index = takeNumber(upTo: 365) else { return nil }
            day = YearDay(.index(index))
        }
        if take("/") {
            guard let second = takeClock() else { return nil }
            day.second = second
        }
        return day
    }

    private mutating func take(_ character: Character) -> Bool {
        guard rest.first == character else { return false }
        rest = rest.dropFirst()
        return true
    }

    private mutating func takeNumber(upTo limit: Int) -> Int? {
        let digits = rest.prefix { $0.isASCII && $0.isNumber }
        guard (1...3).contains(digits.count), let number = Int(digits), number <= limit else { return nil }
        rest = rest.dropFirst(digits.count)
        return number
    }
}
