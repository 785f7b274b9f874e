import PackageCorpus
import TestSupport

@testable import AppPackage

extension PropertyList {
    /// A value that both formats can write: texts without controls, dates of whole seconds in the years 1 to 9999.
    static func random(depth: Int, using source: inout RandomSource) -> PropertyList {
        switch source.below(depth > 0 ? 10 : 7) {
        case 0, 1: return .string(text(using: &source))
        case 2: return .integer(integer(using: &source))
        case 3:
            let number = Double(bitPattern: source.next())
            return .real(number.isNaN ? 0.5 : number)
        case 4: return .boolean(source.below(2) == 0)
        case 5: return .date(Double(Int.random(in: -63_113_904_000...252_423_993_599, using: &source)))
        case 6: return .data(source.bytes(source.below(80)))
        case 7: return .array((0..<source.below(20)).map { _ in random(depth: depth - 1, using: &source) })
        default:
            let keys = (0..<source.below(20)).map { _ in text(using: &source) }
            return .dictionary(
                Dictionary(keys.map { ($0, random(depth: depth - 1, using: &source)) }) { first, _ in first })
        }
    }

    private static func text(using source: inout RandomSource) -> String {
        let samples: [Unicode.Scalar] = [
            "a", "Z", "0", " ", "<", ">", "&", "\"", "'", "]", "\n", "\t", "é", "信", "👩", "\u{200D}", "\u{301}",
            "\u{7F}",
            "\u{E000}", "\u{FFFD}", "\u{10FFFF}",
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<source.below(24) { text.append(samples[source.below(source.below(2) == 0 ? 4 : samples.count)]) }
        return String(text)
    }

    private static func integer(using source: inout RandomSource) -> Int64 {
        let edges: [Int64] = [
            0, 1, -1, 255, 256, 65_535, 65_536, 4_294_967_295, 4_294_967_296, .max, .min, 127, 128, -128, -129,
        ]
        return source.below(2) == 0
            ? edges[source.below(edges.count)] : Int64(truncatingIfNeeded: source.next()) >> Int64(source.below(64))
    }
}
