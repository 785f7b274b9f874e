/// The ID of an object on the server.
enum SyncID {
    /// 128 random bits, as 32 hexadecimal digits.
    static func new() -> String {
        let (high, low) = (UInt64.random(in: 0...(.max)), UInt64.random(in: 0...(.max)))
        return [high, low].map { half in
            let digits = String(half, radix: 16)
            return String(repeating: "0", count: 16 - digits.count) + digits
        }.joined()
    }
}
