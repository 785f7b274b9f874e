/// A place or task in an app that it can be opened at, such as the newest message. Menus and desktops offer it beside the app.
public struct AppAction: Hashable, Codable, Sendable {
    /// The identifier, unique in its app.
    public var id: ActionID
    /// The name of the action, as users see it.
    public var name: AppName
    /// The name of a themed icon; `nil` for none. It cannot be an image: older releases
    /// delete images that no app's icon names.
    public var icon: IconName?
    /// The URL with which the app is opened. It reaches the app as one argument, whatever its scheme.
    public var url: AppURL

    /// The most actions that one app may have.
    public static let maximumCount = 16

    /// An action, by its properties.
    public init(id: ActionID, name: AppName, icon: IconName? = nil, url: AppURL) {
        self.id = id
        self.name = name
        self.icon = icon
        self.url = url
    }
}

extension AppAction {
    /// Refuses too many actions, and two of the same identifier.
    static func check(_ actions: [AppAction], of app: AppID) throws(AppGroupError) {
        guard actions.count <= maximumCount else {
            throw AppGroupError(
                .invalidValue, "\(app) has \(actions.count) actions; at most \(maximumCount) are allowed.")
        }
        for (index, action) in actions.enumerated() where actions[..<index].contains(where: { $0.id == action.id }) {
            throw AppGroupError(.invalidValue, "\(app) has two actions “\(action.id)”; give each an id of its own.")
        }
    }
}

/// The identifier of one of an app's actions, such as `newest`: what follows the `#` in `launcher open inbox#newest`.
///
/// 1 to 64 letters A–Z, a–z, digits and hyphens, as the Desktop Entry Specification 1.5 has it ("Additional application
/// actions"). Case counts.
public struct ActionID: Hashable, Sendable, CustomStringConvertible {
    /// The identifier as it was given.
    public let description: String

    /// Takes an identifier that comes from outside, and refuses it with a sentence that says which rule it breaks.
    public init(_ text: String) throws(AppGroupError) {
        guard (1...64).contains(text.utf8.count), text.utf8.allSatisfy(Self.isAllowed) else {
            throw AppGroupError(
                .invalidValue,
                "\(PlainText.quoted(text)) is not an action id; it has 1 to 64 letters, digits and hyphens, such as new-message."
            )
        }
        description = text
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"): true
        default: false
        }
    }
}

extension ActionID: ExpressibleByStringLiteral {
    /// Takes an identifier from source code. One that breaks the rules is a mistake in the program and stops it.
    public init(stringLiteral text: String) {
        do { try self.init(text) } catch { preconditionFailure(error.description) }
    }
}
