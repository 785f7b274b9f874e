import PhoneNumbers
import Testing

@Suite("Searching for parts of phone numbers")
struct SearchTests {
    @Test(
        "A pattern finds digits as they are printed, in the national form and in E.164",
        arguments: ["41", "4123", "8044", "(044) 1", "044123", "+380 44", "80441234567", "3804412", "45-67", "٤٥"])
    func found(pattern: String) throws {
        let printed = "8(044)123-45-67"
        let number = try PhoneNumber(parsing: printed)
        #expect(try #require(PhonePattern(pattern)).matches(number, printedAs: printed))
    }

    @Test(
        "A pattern is literal: leading zeros count, and no digits are found across two forms",
        arguments: ["00", "41234568", "6704", "6780"])
    func notFound(pattern: String) throws {
        let number = try PhoneNumber(parsing: "0441234567")
        #expect(!(try #require(PhonePattern(pattern)).matches(number, printedAs: "0441234567")))
    }

    @Test(
        "What a pattern can mean is the digits first, then those without 00, and then the whole number",
        arguments: [
            ("044 12", ["04412"]), ("00380 44", ["0038044", "38044"]), ("0038", ["0038", "38"]), ("003", ["003"]),
            ("00", ["00"]), ("8(044)123-45-67", ["80441234567", "380441234567"]),
            ("00380441234567", ["00380441234567", "380441234567"]),
            ("+380 (0)44 123 45 67", ["3800441234567", "380441234567"]),
        ])
    func alternatives(text: String, alternatives: [String]) throws {
        #expect(try #require(PhonePattern(text)).alternatives == alternatives)
    }

    @Test("Two zeros find a number that contains them")
    func zeros() throws {
        let number = try PhoneNumber(parsing: "0800 500 500")
        #expect(try #require(PhonePattern("00")).matches(number, printedAs: "0800 500 500"))
    }

    @Test(
        "A text that no number contains is not a pattern",
        arguments: ["%", "_", "4", "", "4%1", "44_", "ab12", "-", "'; DROP"])
    func noPattern(text: String) {
        #expect(PhonePattern(text) == nil)
    }

    @Test("The text to store has each form once, on a line of its own")
    func searchText() throws {
        let number = try PhoneNumber(parsing: "0441234567 ext. 12")
        #expect(number.searchText(printedAs: "044 123 45 67") == "0441234567\n380441234567")
        #expect(number.searchText(printedAs: "8-044-1234567") == "80441234567\n0441234567\n380441234567")
        #expect(number.searchText(printedAs: "") == "0441234567\n380441234567")
    }
}
