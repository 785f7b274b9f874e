extension String {
    /// What `%` and two digits stand for (RFC 3986, section 2.1); `nil` if they are not digits, or if the bytes are not UTF-8.
    init?(percentDecoding text: Substring) {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            guard let digits = String(rest.prefix(2)), rest.count >= 2,
                digits.utf8.allSatisfy({ $0 != 0x2B && $0 != 0x2D }),
                let value = UInt8(digits, radix: 16)
            else { return nil }
            bytes.append(value)
            rest.removeFirst(2)
        }
        self.init(validating: bytes, as: UTF8.self)
    }
}
