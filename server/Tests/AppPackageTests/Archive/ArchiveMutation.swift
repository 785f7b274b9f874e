/// Random damage to archives, the same for the same seed (SplitMix64; Steele, Lea, Flood: Fast Splittable Pseudorandom
/// Number Generators, 2014).
struct ArchiveMutation: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: elements.indices, using: &self)]
    }

    /// The bytes with one to three changes.
    mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...3, using: &self) {
            let place = Int.random(in: 0...bytes.count, using: &self)
            let end = min(place + Int.random(in: 1...8, using: &self), bytes.count)
            switch Int.random(in: 0..<6, using: &self) {
            case 0 where place < end: bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &self)
            case 1:
                bytes.replaceSubrange(
                    place..<end, with: repeatElement(pick([0, 1, 0x7F, 0x80, 0xFF]), count: end - place))
            case 2: bytes.removeSubrange(place..<end)
            case 3: bytes.insert(contentsOf: bytes.prefix(place).suffix(32), at: place)
            case 4: bytes.replaceSubrange(place..<end, with: [UInt8.random(in: .min ... .max, using: &self)])
            default:
                if place < end { bytes[place] = .random(in: .min ... .max, using: &self) }
            }
        }
        return bytes
    }
}
