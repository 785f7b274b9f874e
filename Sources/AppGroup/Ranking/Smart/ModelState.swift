/// What the model behind ``AppOrder/smart`` has learnt of a family, as a storage keeps it: bytes that mean nothing to it.
public struct ModelState: Hashable, Sendable {
    /// The most bytes that a state has.
    public static let largestSize = 100_000

    /// The version of the model. No other version reads the bytes.
    public var format: Int64
    /// The number of the last opening that the model has learnt.
    public var opening: Int64
    /// The state itself, at most ``largestSize`` bytes.
    public var bytes: [UInt8]

    /// A state as it is stored.
    public init(format: Int64, opening: Int64, bytes: [UInt8]) {
        self.format = format
        self.opening = opening
        self.bytes = bytes
    }
}
