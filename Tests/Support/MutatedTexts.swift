/// Texts for property tests: examples with a few random changes, and now and then pure noise.
package struct MutatedTexts {
    private var source: RandomSource
    private let examples: [String]
    private let alphabet: [Unicode.Scalar]

    /// Tries a property on so many texts, and on ever more of them where ``Fuzz`` has time for it.
    package static func each(
        _ count: Int = 2000, seed: UInt64, of examples: [String], with alphabet: String, _ body: (String) throws -> Void
    ) rethrows {
        for seed in Fuzz.seeds(from: seed) {
            var texts = MutatedTexts(
                source: RandomSource(seed: seed), examples: examples, alphabet: Array(alphabet.unicodeScalars))
            for _ in 0..<count { try body(texts.next()) }
        }
    }

    private mutating func next() -> String {
        var scalars = source.isOnce(in: 4) ? [] : Array(source.pick(examples).unicodeScalars)
        for _ in 0..<Int.random(in: scalars.isEmpty ? 0...12 : 0...3, using: &source) {
            let place = Int.random(in: 0...scalars.count, using: &source)
            switch Int.random(in: 0..<4, using: &source) {
            case 0 where place < scalars.count: scalars.remove(at: place)
            case 1 where place < scalars.count: scalars[place] = source.pick(alphabet)
            case 2: scalars.insert(contentsOf: scalars[..<place].suffix(8), at: place)
            default: scalars.insert(source.pick(alphabet), at: place)
            }
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}
