/// What the model behind ``AppOrder/smart`` has learned of a group. A storage keeps the bytes and does not interpret them.
public struct ModelState: Hashable, Sendable, Codable {
    /// The most bytes that a state has.
    public static let largestSize = 100_000

    /// The version of the model. No other version reads the bytes.
    public var format: Int64
    /// The number of the last opening that the model has learned.
    public var opening: AppOpening.Number
    /// The state itself, at most ``largestSize`` bytes.
    public var bytes: [UInt8]

    /// A state as it is stored.
    public init(format: Int64, opening: AppOpening.Number, bytes: [UInt8]) {
        self.format = format
        self.opening = opening
        self.bytes = bytes
    }
}
