/// The date of most feeds, `Tue, 02 Jan 2024 03:04:05 GMT` or `… +0100`, read without taking its words apart.
enum UsualDate {
    static func parse(_ text: UnsafeBufferPointer<UInt8>) -> DateFields? {
        guard text.count == 29 || text.count == 31 else { return nil }
        func number(_ range: Range<Int>) -> Int? {
            var value = 0
            for index in range {
                guard text[index].isDigit else { return nil }
                value = value * 10 + Int(text[index] - 0x30)
            }
            return value
        }
        guard text[3] == UInt8(ascii: ","), text[16] == 0x20, text[19] == UInt8(ascii: ":"), text[22] == text[19],
            text[25] == 0x20, let day = number(5..<7), let year = number(12..<16), let hour = number(17..<19),
            let minute = number(20..<22), let second = number(23..<25),
            let month = months.firstIndex(where: { text.has($0, at: 8) })
        else { return nil }
        var fields = DateFields()
        (fields.year, fields.month, fields.day) = (year, month + 1, day)
        (fields.hour, fields.minute, fields.second) = (hour, minute, second)
        if text.has("GMT", at: 26) { return text.count == 29 ? fields : nil }
        guard text.count == 31, let hours = number(27..<29), let minutes = number(29..<31) else { return nil }
        fields.zone = hours * 60 + minutes
        if text[26] == UInt8(ascii: "-") {
            fields.zone = -fields.zone
        } else if text[26] != UInt8(ascii: "+") {
            return nil
        }
        return fields
    }

    private static let months: [StaticString] = [
        "Jan ", "Feb ", "Mar ", "Apr ", "May ", "Jun ", "Jul ", "Aug ", "Sep ", "Oct ", "Nov ", "Dec ",
    ]
}
