@testable import AppGroup
import AppGroupPlatform
import Testing

@Suite("Paths")
struct PathsTests {
    @Test(
        "A path has a parent and a last component",
        arguments: [
            ("/a/b", "/a", "b"), ("/a/b/", "/a", "b"), ("/a", "/", "a"), ("a", ".", "a"), ("a/b", "a", "b"),
            ("//a", "/", "a"), ("/a//b//", "/a", "b"), ("///", "/", ""), ("", ".", ""), ("/ä/é/", "/ä", "é"),
            ("/a/\u{301}b", "/a", "\u{301}b"), (String(repeating: "/", count: 1 << 17) + "a", "/", "a"),
        ])
    func hasParts(path: String, parent: String, last: String) {
        #expect(Paths.parent(of: path) == parent)
        #expect(Paths.lastComponent(of: path) == last)
    }
}
