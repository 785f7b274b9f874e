/// Takes an answer while it arrives.
public protocol Receiver: AnyObject {
    /// The answer has begun. Returning false ends the exchange there.
    func begin(_ head: ResponseHead) throws -> Bool

    /// More of it has arrived.
    func receive(_ bytes: [UInt8]) throws
}
