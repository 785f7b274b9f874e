/// Who takes an answer while it arrives.
public protocol Receiver: AnyObject {
    /// The answer has begun. Bytes follow if it gives true.
    func begin(_ head: ResponseHead) throws -> Bool

    /// More of it has arrived.
    func receive(_ bytes: [UInt8]) throws
}
