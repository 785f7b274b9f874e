import Testing

import AppGroupText

@Suite("Numbers of bytes")
struct ByteCountTests {
    @Test(
        "A number of bytes is shown with up to three digits and a unit",
        arguments: [
            (-1, "0 B"), (0, "0 B"), (999, "999 B"), (1000, "1.0 kB"), (1549, "1.5 kB"), (1550, "1.6 kB"),
            (99_999, "100 kB"),
            (9949, "9.9 kB"), (9950, "10 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"), (999_999_999, "1.0 GB"),
            (20_961_984, "21 MB"), (8_589_934_592, "8.6 GB"),
            (5_000_000_000_000, "5.0 TB"), (5_000_000_000_000_000, "5000 TB"),
        ] as [(Int, String)])
    func text(bytes: Int, words: String) {
        #expect("\(ByteCount(bytes))" == words)
    }
}
