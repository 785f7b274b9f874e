import PackageCorpus
import TestSupport

/// Bytes for fuzz tests: examples with a few random changes, the same for the same seed.
enum MutatedBytes {
    /// Tries a property for as long as ``Fuzz`` says.
    ///
    /// - Parameter rounds: The least number of rounds with a hundred values each, however slow the machine is.
    static func each(
        seed: UInt64, of examples: [[UInt8]], rounds: Int = 1, _ body: ([UInt8]) throws -> Void
    ) rethrows {
        for seed in Fuzz.seeds(from: seed, atLeast: rounds, usually: .seconds(2)) {
            var source = RandomSource(seed: seed)
            for _ in 0..<100 { try body(make(from: examples, using: &source)) }
        }
    }

    /// One of the examples with one to four changes.
    static func make(from examples: [[UInt8]], using source: inout RandomSource) -> [UInt8] {
        var bytes = examples[source.below(examples.count)]
        for _ in 0..<1 + source.below(4) {
            let place = source.below(bytes.count + 1)
            let end = min(bytes.count, place + 1 + source.below(8))
            switch source.below(6) {
            case 0: bytes.removeSubrange(place..<end)
            case 1: bytes.insert(contentsOf: source.bytes(1 + source.below(8)), at: place)
            case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 40)], at: place)
            case 3: bytes.replaceSubrange(place..<end, with: extreme(end - place, using: &source))
            case 4 where place < bytes.count: bytes[place] ^= 1 << UInt8(source.below(8))
            case 5 where source.below(4) == 0: bytes.removeLast(bytes.count - place)
            default: if place < bytes.count { bytes[place] = UInt8(source.below(256)) }
            }
        }
        return bytes
    }

    /// Numbers at which arithmetic tends to go wrong.
    private static func extreme(_ count: Int, using source: inout RandomSource) -> [UInt8] {
        let number: [UInt8] = [[0xFF], [0], [0x7F, 0xFF], [0x80, 0], [0, 0xFF]][source.below(5)]
        return (0..<count).map { number[$0 % number.count] }
    }
}
