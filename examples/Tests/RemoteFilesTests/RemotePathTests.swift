import RemoteFiles
import Testing

@Suite("Paths on a drive")
struct RemotePathTests {
    @Test(
        "A path is read with and without slashes at its ends",
        arguments: [("/a/b", "/a/b"), ("a/b/", "/a/b"), ("", "/"), ("/", "/"), ("///a", "/a"), ("/日本 =", "/日本 =")])
    func reading(text: String, path: String) { #expect(RemotePath(text)?.description == path) }

    @Test(
        "A path that leads elsewhere or is no path is refused",
        arguments: ["/a/../b", "..", "/.", "a//b", "/a\u{0}b", String(repeating: "a", count: 4097)])
    func refusing(text: String) { #expect(RemotePath(text) == nil) }

    @Test("A path is inside the folders above it and itself, and in no folder whose name only begins the same")
    func containment() throws {
        let path = try #require(RemotePath("/a/b"))
        #expect(path.isInside(.root) && path.isInside(path) && path.isInside(path.parent))
        #expect(try !path.isInside(#require(RemotePath("/a/bc"))))
        #expect(try !#require(RemotePath("/ab")).isInside(path.parent))
    }
}
