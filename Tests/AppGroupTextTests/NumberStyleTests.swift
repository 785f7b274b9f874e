import AppGroup
import Testing

@testable import AppGroupText

struct NumberStyleTests {
    @Test(
        "Digits are grouped as the language does it",
        arguments: [
            (",", [3], 1_234_567, "1,234,567"), (".", [3], 999, "999"), (".", [3], -1000, "-1.000"),
            (",", [3, 2], 12_345_678, "1,23,45,678"), (",", [3, 0], 12_345_678, "12345,678"),
            ("", [3], 12_345, "12345"), (",", [], 12_345, "12345"), (",", [3], 0, "0"),
            (",", [3], .min, "-9,223,372,036,854,775,808"),
        ] as [(String, [Int], Int64, String)])
    func groups(separator: String, sizes: [Int], number: Int64, text: String) {
        #expect(NumberStyle(separator: separator, sizes: sizes).text(number) == text)
    }

    @Test("Without a language, or with one that the system does not have, there are only digits")
    func unknown() {
        for variables in [[:], ["LANG": "C"], ["LC_ALL": "no_SUCH.UTF-8"], ["LC_NUMERIC": "../..", "LANG": "C"]] {
            #expect(NumberStyle(ProcessEnvironment(variables)).text(1_234_567) == "1234567")
        }
    }
}
