/// The 64-bit hash FNV-1a (Fowler, Noll, Vo), which gives the same text the same number in every process and on every
/// machine.
package enum FNV1a {
    package static func hash(_ bytes: some Sequence<UInt8>) -> UInt64 {
        bytes.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
