/// What installing a package, or going back to an older version, did.
public struct PackageInstallation: Sendable {
    /// The app as it is registered now.
    public let app: AppRecord
    /// The app as it was registered before; `nil` for a new one.
    public let before: AppRecord?
    /// Schemes that the app had yielded while it was not installed, and who has them now. They were not registered.
    public let withheld: [URLScheme: AppID]
}
