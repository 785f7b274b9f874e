/// The names of months and zones in dates.
enum DateNames {
    /// Months by their names and abbreviations in lowercase: English, German, French, Spanish, Italian, Dutch, Russian, Greek and
    /// Hungarian.
    static let months: [String: Int] = {
        var result: [String: Int] = [:]
        for (index, names) in table.enumerated() {
            for name in names.split(separator: " ") { result[String(name)] = index + 1 }
        }
        return result
    }()

    private static let table = [
        "jan january januar janvier janv enero ene gennaio gen januari янв января январь ιαν január",
        "feb february februar février fevrier févr febrero febbraio februari фев февраля февраль φεβ február",
        "mar march märz maerz mrz mär mars marzo maart mrt мар марта март μάώ μαώ március",
        "apr april avril avr abril abr aprile апр апреля апрель απρ április",
        "may mai mayo maggio mag mei мая май μάι μαϊ μαι május",
        "jun june juni juin junio giugno giu июн июня июнь ιούν ιον június",
        "jul july juli juillet juil julio luglio lug июл июля июль ιούλ ιολ július",
        "aug august août aout agosto ago augustus авг августа август αύγ αυγ augusztus",
        "sep sept september septembre septiembre settembre set сен сент сентября сентябрь σεπ szeptember",
        "oct october oktober okt octobre octubre ottobre ott окт октября октябрь οκτ október",
        "nov november novembre noviembre ноя нояб ноября ноябрь νοέ νοε november",
        "dec december dezember dez décembre decembre déc diciembre dic dicembre дек декабря декабрь δεκ december",
    ]

    /// Minutes east of UTC by the names of zones in lowercase (RFC 822, 5.1, and those that newspapers use). RFC 2822 (4.3) says
    /// that the military letters mean nothing.
    static let zones: [String: Int] = [
        "z": 0, "ut": 0, "utc": 0, "gmt": 0, "wet": 0, "bst": 60, "cet": 60, "met": 60, "mez": 60, "west": 60,
        "cest": 120, "mest": 120, "mesz": 120, "eet": 120, "eest": 180, "msk": 180, "msd": 240,
        "nst": -210, "ndt": -150, "ast": -240, "adt": -180, "est": -300, "edt": -240, "et": -300, "cst": -360,
        "cdt": -300,
        "ct": -360, "mst": -420, "mdt": -360, "mt": -420, "pst": -480, "pdt": -420, "pt": -480, "akst": -540,
        "akdt": -480, "hst": -600, "ist": 330, "jst": 540, "kst": 540, "hkt": 480, "sgt": 480, "awst": 480, "acst": 570,
        "aest": 600, "aedt": 660, "nzst": 720, "nzdt": 780,
    ]

    /// Takes the Korean word for a year, month or day.
    static func takeKoreanUnit(_ scanner: inout DateScanner) -> Bool {
        var next = scanner
        guard ["년", "월", "일"].contains(next.word()) else { return false }
        next.skipBlanks()
        scanner = next
        return true
    }
}
