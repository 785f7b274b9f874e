/// The stream cipher of PDF's older encryption. OpenSSL 3 has it only in its legacy provider, which few systems load.
struct RC4 {
    private var state: [UInt8]
    private var first: UInt8 = 0
    private var second: UInt8 = 0

    /// - Parameter key: 1 to 256 bytes.
    init(key: [UInt8]) {
        state = (0...255).map { UInt8($0) }
        guard !key.isEmpty else { return }
        var swap: UInt8 = 0
        for index in 0..<256 {
            swap = swap &+ state[index] &+ key[index % key.count]
            state.swapAt(index, Int(swap))
        }
    }

    /// Encrypts or decrypts, which is the same.
    mutating func apply(_ bytes: [UInt8]) -> [UInt8] {
        bytes.map { byte in
            first &+= 1
            second = second &+ state[Int(first)]
            state.swapAt(Int(first), Int(second))
            return byte ^ state[Int(state[Int(first)] &+ state[Int(second)])]
        }
    }
}
