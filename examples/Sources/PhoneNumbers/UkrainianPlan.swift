/// The numbering plan of Ukraine (ITU-T E.164 country code 380): which lengths numbers have, and which codes mean what.
///
/// The codes are those of the national numbering plan (order 1105 of the Ministry of Transport and Communications,
/// 2006, as amended): two digits name an area, a network or a service, and 800 and 900 name services.
enum UkrainianPlan {
    static let countryCode = 380

    /// The digits after the country code and the trunk prefix 0 of a number that was written without `+`.
    static func significant(of written: WrittenNumber) throws(PhoneNumberError) -> String {
        let digits = written.digits
        switch digits.utf8.first {
        case UInt8(ascii: "0"):
            return try checked(digits.dropFirst(), of: written)
        // Until October 2009, 8 was the trunk prefix, and area codes began with 0. Old posters still have it.
        case UInt8(ascii: "8") where digits.hasPrefix("80") && digits.utf8.count == 11:
            return try checked(digits.dropFirst(2), of: written)
        case UInt8(ascii: "3") where digits.hasPrefix("380") && digits.utf8.count > 10:
            return try significant(afterCountryCode: digits.dropFirst(3), of: written)
        default:
            guard digits.utf8.count <= 15 else { throw written.tooLong("no number has more than 15") }
            guard digits.utf8.count <= 10 else {
                throw PhoneNumberError(
                    .country,
                    "\(written.quoted) can't be a phone number of Ukraine: \(digits.utf8.count) digits were "
                        + "read. Write + before the country code of a number of another country.")
            }
            return try checked(digits[...], of: written)
        }
    }

    /// The same after +380, where the trunk prefix is wrong but usual: `+380 (0)44 …`.
    static func significant(
        afterCountryCode digits: Substring, of written: WrittenNumber
    ) throws(PhoneNumberError) -> String {
        try checked(digits.first == "0" ? digits.dropFirst() : digits, of: written)
    }

    private static func checked(_ digits: Substring, of written: WrittenNumber) throws(PhoneNumberError) -> String {
        let count = digits.utf8.count
        guard count >= 9 else {
            throw written.tooShort("a number of Ukraine has 10 with the area code, as in 044 123 45 67")
        }
        guard count == 9 || (count == 10 && isLong(digits)) else {
            throw written.tooLong("a number of Ukraine has 10 with the area code, as in 044 123 45 67")
        }
        guard let first = digits.first, first >= "3" else {
            throw PhoneNumberError(
                .country,
                "\(written.quoted) can't be a phone number of Ukraine: no area code begins with "
                    + "0\(digits.prefix(1)). Write + before the country code of a number of another country.")
        }
        return String(digits)
    }

    /// Whether numbers with this beginning may have a digit more: those of services.
    private static func isLong(_ digits: Substring) -> Bool { digits.hasPrefix("800") || digits.hasPrefix("900") }

    static func kind(of significant: String) -> PhoneNumber.Kind? {
        let digits = significant.utf8.map { Int($0) - 0x30 }
        let three = digits[0] * 100 + digits[1] * 10 + digits[2]
        switch (three, digits[3]) {
        case (800, 1...8): return .tollFree
        case (900, 2), (900, 3), (900, 9): return .premium
        default: break
        }
        guard digits.count == 9 else { return nil }
        switch three / 10 {
        case 31...38, 41, 43...48, 51...57, 61, 62, 64, 65, 69: return .fixed
        case 39, 50, 63, 66...68, 71...73, 75, 77, 91...99: return .mobile
        case 79 where three == 790: return .mobile
        case 89 where [1, 2, 3, 4, 5, 7, 9].contains(digits[2]): return .voip
        default: return nil
        }
    }

    /// The number as it is dialed within the country, in groups.
    static func written(_ significant: String) -> String {
        let digits = "0" + significant
        let isService = ["0800", "0900"].contains(digits.prefix(4))
        let groups = isService ? [4, 3, 4] : [3, 3, 2, 2]
        var rest = digits[...]
        return groups.map { count in
            defer { rest = rest.dropFirst(count) }
            return String(rest.prefix(count))
        }.filter { !$0.isEmpty }.joined(separator: " ")
    }
}
