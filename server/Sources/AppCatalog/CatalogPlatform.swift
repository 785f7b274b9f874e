/// What a release runs on, in the words of `launcher inspect --format json`.
public struct CatalogPlatform: Codable, Hashable, Sendable {
    /// Such as `Linux`, `iOS`, `macOS`, `Unix` (a script) or `unknown`.
    public var operatingSystem: String
    /// Such as `x86_64`; empty where any processor will do.
    public var architectures: [String]

    /// Makes one.
    public init(operatingSystem: String, architectures: [String]) {
        self.operatingSystem = operatingSystem
        self.architectures = architectures
    }
}
