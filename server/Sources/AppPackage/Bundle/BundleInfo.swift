public import AppGroup

/// An app bundle's description of itself in its `Info.plist`.
///
/// The keys are Apple's (Information Property List Key Reference). An additional dictionary under the key `AppGroup` contains what
/// these keys cannot express: see ``BundleInfo/Key``.
public struct BundleInfo: Hashable, Sendable {
    /// `CFBundleIdentifier`.
    public let id: AppID
    /// `CFBundleDisplayName`, or else `CFBundleName`, or else the name of the bundle's folder.
    public let name: AppName
    /// The version for people: `CFBundleShortVersionString`, or else ``build``.
    public let version: AppVersion?
    /// The build of the version: `CFBundleVersion`.
    public let build: AppVersion?
    /// The URL schemes of `CFBundleURLTypes` that an app of a group may have, in their order.
    public let schemes: [URLScheme]
    /// The other values, which are not schemes or may not be used, such as `mailto`.
    public let refusedSchemes: [String]
    /// `MinimumOSVersion` (iOS) or `LSMinimumSystemVersion` (macOS).
    public let minimumSystem: AppVersion?
    /// `CFBundleExecutable`: the name of a file in the bundle.
    public let executable: String
    /// The names under `CFBundleIcons`, `CFBundleIconFiles` and `CFBundleIconFile`, in that order.
    public let iconNames: [String]
    /// `AppGroup.Group`: the group that the app belongs to; `nil` if it names none.
    public let group: GroupID?
    /// `AppGroup.Interface`: `terminal` or `graphical`, which is the default.
    public let interface: AppLaunch.Interface
    /// `AppGroup.Arguments`: arguments for the executable; `%u` stands for a URL.
    public let arguments: [String]
    /// `AppGroup.Fields`: the fields that the app registers when it is installed.
    public let fields: [FieldKey: FieldValue]
}
