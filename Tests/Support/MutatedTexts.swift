/// Texts for property tests: examples with a few random changes, and now and then pure noise.
package struct MutatedTexts: Sendable {
    private var generator: RandomSource
    private let examples: [String]
    private let alphabet: [Unicode.Scalar]

    package init(seed: UInt64, examples: [String], alphabet: [Unicode.Scalar]) {
        generator = RandomSource(seed: seed)
        self.examples = examples
        self.alphabet = alphabet
    }

    package mutating func next() -> String {
        var scalars = generator.isOnce(in: 4) ? [] : Array(generator.pick(examples).unicodeScalars)
        for _ in 0..<Int.random(in: scalars.isEmpty ? 0...12 : 0...3, using: &generator) {
            let place = Int.random(in: 0...scalars.count, using: &generator)
            switch Int.random(in: 0..<4, using: &generator) {
            case 0 where place < scalars.count: scalars.remove(at: place)
            case 1 where place < scalars.count: scalars[place] = generator.pick(alphabet)
            case 2: scalars.insert(contentsOf: scalars[..<place].suffix(8), at: place)
            default: scalars.insert(generator.pick(alphabet), at: place)
            }
        }
        var text = String.UnicodeScalarView()
        text.append(contentsOf: scalars)
        return String(text)
    }
}
