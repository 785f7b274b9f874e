import Testing

@testable import fund

@Suite("Sizes of files")
struct SizeTests {
    @Test(
        "A size is rounded before its unit is chosen",
        arguments: [
            (0, "0 B"), (999, "999 B"), (1000, "1.0 KB"), (9949, "9.9 KB"), (9950, "10 KB"), (999_499, "999 KB"),
            (999_500, "1.0 MB"), (999_999, "1.0 MB"), (1_000_000, "1.0 MB"), (3_449_999, "3.4 MB"),
            (999_499_999, "999 MB"), (999_999_999, "1.0 GB"), (1_234_000_000_000_000, "1234 TB"),
        ])
    func phrase(bytes: Int, text: String) { #expect(FileSize.phrase(bytes) == text) }
}
