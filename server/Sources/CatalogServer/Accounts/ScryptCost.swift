/// What one hash of a password costs (RFC 7914): `128 · r · 2^logarithm` bytes and the time to go through them `2 · p` times.
struct ScryptCost: Hashable, Sendable {
    /// log₂ of N.
    let logarithm: Int
    /// r.
    let blockSize: Int
    /// p.
    let parallelism: Int

    /// What OWASP's Password Storage Cheat Sheet asks for: 128 MiB, some 0.3 s.
    static let recommended = ScryptCost(checkedLogarithm: 17, blockSize: 8, parallelism: 1)

    /// Takes parameters that were stored; `nil` for those that would cost more than four times the recommended memory, or
    /// that scrypt does not have.
    init?(logarithm: Int, blockSize: Int, parallelism: Int) {
        guard (1...19).contains(logarithm), (1...8).contains(blockSize), (1...16).contains(parallelism) else {
            return nil
        }
        self.init(checkedLogarithm: logarithm, blockSize: blockSize, parallelism: parallelism)
    }

    private init(checkedLogarithm: Int, blockSize: Int, parallelism: Int) {
        logarithm = checkedLogarithm
        self.blockSize = blockSize
        self.parallelism = parallelism
    }
}
