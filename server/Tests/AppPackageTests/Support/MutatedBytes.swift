import Foundation

/// Bytes for fuzz tests: examples with a few random changes, the same for the same seed.
struct MutatedBytes {
    private var state: UInt64

    /// Tries a property for 2 seconds, or as many as `FUZZ_SECONDS` says.
    static func each(seed: UInt64, of examples: [[UInt8]], _ body: ([UInt8]) throws -> Void) rethrows {
        var source = MutatedBytes(state: seed)
        let seconds = ProcessInfo.processInfo.environment["FUZZ_SECONDS"].flatMap(Double.init) ?? 2
        let end = ContinuousClock.now + .seconds(seconds)
        while ContinuousClock.now < end { try body(source.mutated(examples[source.below(examples.count)])) }
    }

    /// SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
    private mutating func below(_ limit: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return Int((mixed ^ (mixed >> 31)) % UInt64(limit))
    }

    private mutating func mutated(_ example: [UInt8]) -> [UInt8] {
        var bytes = example
        for _ in 0..<1 + below(4) {
            let place = below(bytes.count + 1)
            let end = min(bytes.count, place + 1 + below(8))
            switch below(6) {
            case 0: bytes.removeSubrange(place..<end)
            case 1: bytes.insert(contentsOf: (0...below(8)).map { _ in UInt8(below(256)) }, at: place)
            case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 40)], at: place)
            case 3: bytes.replaceSubrange(place..<end, with: extreme(end - place))
            case 4 where place < bytes.count: bytes[place] ^= 1 << UInt8(below(8))
            case 5 where below(4) == 0: bytes.removeLast(bytes.count - place)
            default: if place < bytes.count { bytes[place] = UInt8(below(256)) }
            }
        }
        return bytes
    }

    /// The numbers at which arithmetic goes wrong.
    private mutating func extreme(_ count: Int) -> [UInt8] {
        let number: [UInt8] = [[0xFF], [0], [0x7F, 0xFF], [0x80, 0], [0, 0xFF]][below(5)]
        return (0..<count).map { number[$0 % number.count] }
    }
}
