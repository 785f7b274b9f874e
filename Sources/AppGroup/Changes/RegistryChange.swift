/// Something that became different in a family.
public enum RegistryChange: Hashable, Sendable {
    /// An app was registered, or came back after it was missing or unregistered.
    case joined(AppID)
    /// An app was unregistered, found missing, or deleted.
    case left(AppID)
    /// An app's name, icon, schemes, actions, launch, version or preferences changed.
    case updated(AppID)
    /// An app's badge changed to this count.
    case badge(AppID, BadgeCount)
    /// An app's field changed to this value; `nil` where it was taken away.
    case field(AppID, FieldKey, FieldValue?)
    /// An app was opened.
    case opened(AppID)
    /// A shared setting changed to this value; `nil` where it was taken away.
    case setting(FieldKey, FieldValue?)
}
