import TestSupport
import Testing

@testable import Serving

/// `RangeAnswerTests` compares the answers with those of nginx.
@Suite("The Range header")
struct ByteRangesTests {
    @Test(
        "Ranges are read as parts of a file of 100 bytes",
        arguments: [
            ("bytes=0-0", [0..<1]), ("bytes=0-", [0..<100]), ("bytes=99-", [99..<100]), ("bytes=-1", [99..<100]),
            ("bytes=-100", [0..<100]), ("bytes=-1000", [0..<100]), ("bytes=10-1000", [10..<100]),
            ("BYTES=5-5", [5..<6]), ("bytes= 1 - 2 , 4-4", [1..<3, 4..<5]), ("bytes=0-1,200-300", [0..<2]),
            ("bytes=50-59,0-9,-5", [50..<60, 0..<10, 95..<100]), ("bytes=9-5,3-3", [3..<4]),
        ] as [(String, [Range<UInt64>])])
    func asksForParts(header: String, parts: [Range<UInt64>]) {
        #expect(ByteRanges(header, size: 100) == .parts(parts))
    }

    @Test(
        "Malformed ranges and ranges outside the file are unsatisfiable",
        arguments: [
            "bytes=100-", "bytes=100-200", "bytes=-0", "bytes=x", "bytes=5", "bytes=5--", "bytes=1-2x",
            "bytes=--1", "bytes=,", "bytes=0-1,", "bytes=9223372036854775808-", "bytes=99999999999999999999999-",
            "bytes=0-99999999999999999999999", "bytes=1-2;3-4", "bytes=\u{0660}-",
        ])
    func asksForNothing(header: String) { #expect(ByteRanges(header, size: 100) == .unsatisfiable) }

    @Test(
        "A header without usable ranges asks for the whole file",
        arguments: ["", "items=0-1", "bytes", "bytes=", "bytes 0-1", "bytes=0-99,0-0", "lines=1-2", "ﬀ=0-1"])
    func asksForAll(header: String) { #expect(ByteRanges(header, size: 100) == .whole) }

    @Test("Too many ranges ask for the whole file")
    func isBounded() {
        let ranges = (0..<10_000).map { "\($0)-\($0)" }
        #expect(ByteRanges("bytes=" + ranges.joined(separator: ","), size: 1 << 30) == .whole)
        let most = ranges.prefix(ByteRanges.most)
        guard case .parts(let parts) = ByteRanges("bytes=" + most.joined(separator: ","), size: 1 << 30) else {
            Issue.record("The ranges were not accepted.")
            return
        }
        #expect(parts.count == ByteRanges.most)
    }

    @Test("A range that starts after byte 0 of an empty file is unsatisfiable")
    func knowsEmptyFile() {
        #expect(ByteRanges("bytes=1-", size: 0) == .unsatisfiable)
        #expect(ByteRanges("bytes=0-", size: 0) == .whole)
    }

    @Test("Random ranges stay within the file, up to the largest sizes")
    func holdsAtRandom() {
        var random = RandomSource(seed: 4)
        let digits = ["0", "1", "9", "-", ",", " ", "=", "x", "9223372036854775807"]
        for _ in 0..<20_000 {
            let size = [0, 1, 100, UInt64(Int64.max)][random.below(4)]
            let header = "bytes=" + (0..<random.below(12)).map { _ in digits[random.below(digits.count)] }.joined()
            guard case .parts(let parts) = ByteRanges(header, size: size) else { continue }
            #expect(!parts.isEmpty && parts.allSatisfy { !$0.isEmpty && $0.upperBound <= size }, "\(header)")
            #expect(parts.reduce(0.0) { $0 + Double($1.count) } <= Double(size), "\(header)")
        }
    }
}
