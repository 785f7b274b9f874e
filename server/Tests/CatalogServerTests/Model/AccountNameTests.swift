import Serving
import Testing

@testable import CatalogServer

struct AccountNameTests {
    @Test(arguments: ["a", "ada", "ada@example.com", "0", "a-b_c.d+e", String(repeating: "x", count: 64)])
    func `A valid name of a user or team is accepted`(_ text: String) throws {
        #expect(try UserName(text).description == text)
        #expect(try TeamName(text).description == text)
    }

    @Test(arguments: [
        "", "Ada", "-a", ".a", "a b", "a/b", "a:b", "a\n", "a\u{0}", "a\u{202E}b", "ä", "а", "a\u{301}", "\u{200B}a",
        "*",
        String(repeating: "x", count: 65),
    ])
    func `A name that is malformed or could be mistaken for another is refused`(_ text: String) {
        #expect(throws: ServiceError.self) { try UserName(text) }
        #expect(throws: ServiceError.self) { try TeamName(text) }
    }

    @Test(arguments: ["catalog-server", "retention"])
    func `A new user can't have a name under which the server acts, but one who has it stays`(_ text: String) throws {
        #expect(throws: ServiceError.self) { try UserName(new: text) }
        #expect(try UserName(text).description == text)
        #expect(try UserName(new: "ada") == UserName("ada"))
    }

    @Test func `A login ignores the case of the name`() throws {
        #expect(try UserName(typed: "Ada@Example.com") == UserName("ada@example.com"))
    }
}
