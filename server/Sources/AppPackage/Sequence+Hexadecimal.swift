extension Sequence<UInt8> {
    /// Two lower-case hexadecimal digits a byte, as digests and names of files are written everywhere.
    package var hexadecimal: String {
        reduce(into: "") { text, byte in
            if byte < 16 { text += "0" }
            text += String(byte, radix: 16)
        }
    }
}
