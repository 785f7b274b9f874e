import AppGroup
import Testing

@Suite("URL schemes")
struct URLSchemeTests {
    @Test(
        "A scheme is kept in lower case",
        arguments: [
            ("inbox", "inbox"), ("INBOX", "inbox"), ("x", "x"), ("Web+Mail", "web+mail"), ("z39.50-r", "z39.50-r"),
            (String(repeating: "Q", count: 64), String(repeating: "q", count: 64)),
        ])
    func accepts(text: String, canonical: String) throws {
        #expect(try URLScheme(text).description == canonical)
        #expect(try URLScheme(text) == URLScheme(canonical))
    }

    @Test(
        "A scheme that RFC 3986 does not allow is refused",
        arguments: [
            "", "1x", "+x", "-x", ".x", "in box", "inbox:", "in_box", "é", "inbo\u{301}x", "K\u{212A}", "x\0",
            String(repeating: "q", count: 65),
        ])
    func refuses(text: String) {
        let error = #expect(throws: AppGroupError.self) { try URLScheme(text) }
        #expect(error?.code == .invalidValue)
        #expect(error?.description.contains("RFC 3986") == true)
    }

    @Test(
        "Schemes that browsers, desktops and the catalog client handle are well-known",
        arguments: [
            "http", "HTTPS", "file", "mailto", "javascript", "data", "ftp", "tel", "ssh", "about", "launcher-store",
        ])
    func knowsTheWorlds(text: String) throws {
        #expect(try URLScheme(text).isWellKnown)
    }

    @Test(
        "Schemes that a tool would choose are not well-known",
        arguments: ["inbox", "rooms", "com.example.visa", "web+rooms"])
    func knowsAFamilys(text: String) throws {
        #expect(try !URLScheme(text).isWellKnown)
    }
}
