import AppGroupPlatform
import Testing

@Suite("Percent-encoding")
struct PercentEncodingTests {
    @Test(
        "All but the unreserved characters and those that are kept are encoded",
        arguments: [
            ("azAZ09-._~", "", "azAZ09-._~"), ("a b/c+d", "", "a%20b%2Fc%2Bd"), ("a b/c+d", "/", "a%20b/c%2Bd"),
            ("ä\u{1}%", "", "%C3%A4%01%25"),
        ])
    func encodes(text: String, kept: String, encoded: String) {
        #expect(PercentEncoding.encoded(text, keeping: kept) == encoded)
        #expect(PercentEncoding.decoded(encoded.utf8) == Array(text.utf8))
    }

    @Test("A percent sign without two digits stands for itself", arguments: ["%", "a%4", "%zz", "%+1", "%-1", "% 1"])
    func staysAlone(text: String) {
        #expect(PercentEncoding.decoded(text.utf8) == Array(text.utf8))
    }
}
