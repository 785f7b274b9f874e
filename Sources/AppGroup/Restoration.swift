/// What a restore did.
public struct Restoration: Hashable, Sendable {
    /// How many apps the family has now.
    public let apps: Int
    /// Where the store that was there before is kept; `nil` where there was none.
    public let keptOldAs: String?
}
