/// Random numbers that are the same in every run: SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number
/// Generators, 2014).
package struct RandomSource: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(seed: UInt64) { state = seed }

    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// A number from 0 to one below a limit, which is at least 1.
    package mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &self) }

    /// True once in `count` times.
    package mutating func isOnce(in count: Int) -> Bool { Int.random(in: 0..<count, using: &self) == 0 }

    /// One of the elements. There must be at least one.
    package mutating func pick<Elements: Collection>(_ elements: Elements) -> Elements.Element {
        elements[elements.index(elements.startIndex, offsetBy: Int.random(in: 0..<elements.count, using: &self))]
    }

    /// Random bytes.
    package mutating func bytes(_ count: Int) -> [UInt8] {
        // Eight at a time, since unoptimized code takes long for each call.
        [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
            let bytes = UnsafeMutableRawBufferPointer(buffer)
            let whole = count - count % 8
            for offset in stride(from: 0, to: whole, by: 8) {
                bytes.storeBytes(of: next().littleEndian, toByteOffset: offset, as: UInt64.self)
            }
            for offset in whole..<count { bytes[offset] = UInt8(truncatingIfNeeded: next()) }
            initializedCount = count
        }
    }
}
