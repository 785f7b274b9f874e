import Testing

@testable import CatalogServer

struct AccountNameTests {
    @Test(arguments: ["a", "ada", "ada@example.com", "0", "a-b_c.d+e", String(repeating: "x", count: 64)])
    func `A name is taken`(_ text: String) throws {
        #expect(try UserName(text).description == text)
        #expect(try TeamName(text).description == text)
    }

    @Test(arguments: [
        "", "Ada", "-a", ".a", "a b", "a/b", "a:b", "a\n", "a\u{0}", "a\u{202E}b", "ä", "а", "a\u{301}", "\u{200B}a",
        "*",
        String(repeating: "x", count: 65),
    ])
    func `A name that could be taken for something else is refused`(_ text: String) {
        #expect(throws: ServiceError.self) { try UserName(text) }
        #expect(throws: ServiceError.self) { try TeamName(text) }
    }

    @Test func `Case is forgiven where somebody logs in`() throws {
        #expect(try UserName(typed: "Ada@Example.com") == UserName("ada@example.com"))
    }
}
