/// The country codes that ITU-T has assigned to countries, areas and global services in which numbers can be called
/// (“List of ITU-T Recommendation E.164 assigned country codes”).
enum CountryCodes {
    /// The code with which digits begin; nil if it isn't assigned. No code is the beginning of another one.
    static func prefix(of digits: Substring) -> Int? {
        var code = 0
        for digit in digits.utf8.prefix(3) {
            code = code * 10 + Int(digit) - 0x30
            if assigned.contains(code) { return code }
        }
        return nil
    }

    static let assigned: Set<Int> = Set(
        [
            [1, 7, 20, 27, 36, 39, 81, 82, 84, 86, 98, 211, 212, 213, 216, 218, 290, 291],
            Array(30...34), Array(40...41), Array(43...49), Array(51...58), Array(60...66), Array(90...95),
            Array(220...258), Array(260...269), Array(297...299),
            Array(350...359), Array(370...378), Array(380...383), [385, 386, 387, 389],
            Array(420...421), [423], Array(500...509), Array(590...599),
            [670, 672], Array(673...683), Array(685...692),
            [800, 808, 850, 852, 853, 855, 856, 870, 878, 880, 881, 882, 883, 886, 888],
            Array(960...968), Array(970...977), [979], Array(992...996), [998],
        ].joined())
}
