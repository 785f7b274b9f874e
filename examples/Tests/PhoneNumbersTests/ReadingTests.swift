import PhoneNumbers
import Testing

@Suite("Reading phone numbers")
struct ReadingTests {
    @Test(
        "All ways of writing a number of Kyiv give the same number",
        arguments: [
            "+380 44 123-45-67", "044 1234567", "8(044)123-45-67", "00380441234567", "0038 044 123 45 67",
            "380441234567",
            "+38 (044) 123 45 67", "+380 (0)44 123.45.67", "44 123 45 67", "8 044 123-45-67", "(044) 123/45/67",
            "\u{202A}+380 44 123 45 67\u{202C}", "０４４–１２３‑４５‑６７", "٠٤٤١٢٣٤٥٦٧", "тел. 044 123 45 67",
            "тел.: 044 123 45 67", "Тел. : (044) 123-45-67", "моб. тел.: 044 123 45 67", "т/тел 044 123 45 67",
            "tel:+380441234567", "tel.: +380 44 1234567", "0~0 380 44 1234567", "＋380[44]1234567",
            "\t044\u{A0}123\u{2009}45\u{202F}67\n",
        ])
    func oneNumber(text: String) throws {
        let number = try PhoneNumber(parsing: text)
        #expect(number == (try PhoneNumber(parsing: "+380441234567")))
        #expect(number.e164 == "+380441234567")
        #expect(number.national == "044 123 45 67")
        #expect(number.description == "044 123 45 67")
        #expect(number.link == "tel:+380441234567")
        #expect(number.kind == .fixed)
        #expect(number.extension == nil)
    }

    @Test(
        "The kind of a number is that of Ukraine's plan",
        arguments: [
            ("067 123 45 67", PhoneNumber.Kind.mobile, "067 123 45 67"), ("0800 500 500", .tollFree, "0800 500 500"),
            ("0 900 212345", .premium, "0900 212 345"),
            ("0800 500 5001", .tollFree, "0800 500 5001"), ("089 123 45 67", .voip, "089 123 45 67"),
            ("8 (03849) 1-23-45", .fixed, "038 491 23 45"), ("010 123 45 67", nil, ""), ("+49 30 1234567", nil, ""),
        ])
    func kind(text: String, kind: PhoneNumber.Kind?, national: String) throws {
        guard let number = try? PhoneNumber(parsing: text) else {
            #expect(text.hasPrefix("010"))
            return
        }
        #expect(number.kind == kind)
        if kind != nil { #expect(number.national == national) }
    }

    @Test(
        "Numbers of other countries keep their digits, and lose a trunk prefix in parentheses",
        arguments: [
            ("+44 (0)20 7946 0018", "+442079460018", "+44 2079460018"),
            ("0039 06 1234 5678", "+390612345678", "+39 0612345678"),
            ("+39 (0)6 1234 5678", "+390612345678", "+39 0612345678"),
            ("+1 (202) 555-0123", "+12025550123", "+1 2025550123"),
            ("00 7 495 123-45-67", "+74951234567", "+7 4951234567"), ("+683 4002", "+6834002", "+683 4002"),
        ])
    func otherCountries(text: String, e164: String, national: String) throws {
        let number = try PhoneNumber(parsing: text)
        #expect(number.e164 == e164)
        #expect(number.national == national)
    }

    @Test(
        "An extension is kept apart from the number",
        arguments: [
            "044 1234567 дод. 12", "044 1234567 доб.12", "+380441234567;ext=12", "044 123-45-67 ext 1-2",
            "044 1234567x12",
            "044 1234567 #12", "044 1234567 внутр. 12", "044 1234567 (вн. 12)", "044 1234567 EXT: 12",
            "044 1234567 х12",
        ])
    func extensions(text: String) throws {
        let number = try PhoneNumber(parsing: text)
        #expect(number.e164 == "+380441234567")
        #expect(number.extension == "12")
        #expect(number.description == "044 123 45 67 ext. 12")
        #expect(number.link == "tel:+380441234567;ext=12")
        #expect(number != (try PhoneNumber(parsing: "0441234567")))
        #expect(try PhoneNumber(parsing: number.link) == number)
        #expect(try PhoneNumber(parsing: number.description) == number)
    }

    @Test(
        "A text that is not a number is refused with what was read",
        arguments: [
            ("044 l23 45 67", PhoneNumberError.Code.character, "“l” is a letter"),
            ("0441234S67", .character, "“S” is a letter"), ("044 1234567, 12", .character, "“,” is not a digit"),
            ("044 123 45 67\u{1B}[2J", .character, "“␛” is not a digit"),
            ("Зателефонуй 044", .character, "“З” is a letter"),
            ("123", .tooShort, "3 digits were read"), ("1", .tooShort, "1 digit was read"),
            ("123 45 67", .tooShort, "area code"), ("044-123-45-6", .tooShort, "9 digits were read"),
            ("+380 44 123 45", .tooShort, "10 digits were read"), ("+49 30", .tooShort, "at least 6"),
            ("1234567890123456", .tooLong, "16 digits were read"),
            ("0441234567890123", .tooLong, "16 digits were read"),
            ("+1 2345 6789 0123 456", .tooLong, "at most 15"), ("04412345678", .tooLong, "11 digits were read"),
            ("099 123 45 678", .tooLong, "11 digits were read"),
            ("+380 89 123 45 678", .tooLong, "13 digits were read"),
            ("+210 123 45 67", .country, "begins with 210"), ("+044 1234567", .country, "begins with 044"),
            ("010 123 45 67", .country, "begins with 01"), ("84951234567", .country, "Write + before"),
            ("044+1234567", .plus, "plus sign"), ("++380441234567", .plus, "plus sign"),
            ("044 1234567 ext.", .extension, "0 digits"), ("044 1234567 x123456789012", .extension, "12 digits"),
            ("", .empty, "no digits"), ("+ (-)", .empty, "no digits"),
        ])
    func refusals(text: String, code: PhoneNumberError.Code, words: String) {
        let error = #expect(throws: PhoneNumberError.self) { try PhoneNumber(parsing: text) }
        #expect(error?.code == code, "\(text): \(error?.description ?? "")")
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        #expect(error?.description.unicodeScalars.contains("\u{1B}") == false)
    }

    @Test("A text of a megabyte is refused at once, and its message is short")
    func longText() {
        let error = #expect(throws: PhoneNumberError.self) {
            try PhoneNumber(parsing: String(repeating: "0", count: 1 << 20))
        }
        #expect(error?.code == .tooLong)
        #expect((error?.description.utf8.count ?? 0) < 300)
    }
}
