import AppGroupCrypto
import Testing

struct SecureRandomTests {
    @Test("Random bytes have the length that was asked for and differ each time", arguments: [1, 16, 32])
    func randomBytes(count: Int) {
        let (first, second) = (SecureRandom.bytes(count), SecureRandom.bytes(count))
        #expect(first.count == count && second.count == count)
        #expect(count < 16 || first != second)
    }
}
