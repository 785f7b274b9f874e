/// An app that this user may install from a store.
public struct Offer: Hashable, Sendable {
    /// The app.
    public let app: AppID
    /// What it is called there.
    public let name: AppName
    /// The version that would be installed; `nil` where it has none.
    public let version: AppVersion?
    /// Who offers it.
    public let source: OfferSource

    /// Makes an offer.
    public init(app: AppID, name: AppName, version: AppVersion?, source: OfferSource) {
        self.app = app
        self.name = name
        self.version = version
        self.source = source
    }
}
