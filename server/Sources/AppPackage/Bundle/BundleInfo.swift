public import AppGroup

/// What an app bundle says of itself in its `Info.plist`.
///
/// The keys are Apple's (Information Property List Key Reference). What an iOS bundle cannot say stands in a dictionary of
/// ours under the key `AppGroup`: see ``BundleInfo/Key``.
public struct BundleInfo: Hashable, Sendable {
    /// `CFBundleIdentifier`.
    public let id: AppID
    /// `CFBundleDisplayName`, else `CFBundleName`, else the name of the bundle's folder.
    public let name: AppName
    /// `CFBundleShortVersionString`, else ``build``: what people call the version.
    public let version: AppVersion?
    /// `CFBundleVersion`: which build of the version it is.
    public let build: AppVersion?
    /// The URL schemes of `CFBundleURLTypes` that an app of a family may have, in their order.
    public let schemes: [URLScheme]
    /// Those that it may not have, such as `mailto`, or that are no schemes, as they were given.
    public let refusedSchemes: [String]
    /// `MinimumOSVersion` (iOS) or `LSMinimumSystemVersion` (macOS).
    public let minimumSystem: AppVersion?
    /// `CFBundleExecutable`: the name of a file in the bundle.
    public let executable: String
    /// The names of `CFBundleIcons`, `CFBundleIconFiles` and `CFBundleIconFile`, in that order, as they were given.
    public let iconNames: [String]
    /// `AppGroup.Group`: the family that the app belongs to; `nil` where it names none.
    public let group: GroupID?
    /// `AppGroup.Interface`, `terminal` or `graphical`, which is what a bundle that says nothing is.
    public let interface: Launch.Interface
    /// `AppGroup.Arguments`: passed to the executable, `%u` stands for a URL.
    public let arguments: [String]
    /// `AppGroup.Fields`: what the app volunteers when it is installed.
    public let fields: [FieldKey: FieldValue]
}
