import AppGroup
import AppGroupPlatform
import AppGroupText

/// An item as a desktop shows it.
struct SearchResult {
    /// An icon that is there.
    enum Icon: Hashable, CustomStringConvertible {
        /// The path of an image.
        case file(String)
        /// The name of a themed icon.
        case named(String)

        /// The icon of an app without one.
        static let fallback = GroupItem.iconOfNone

        var description: String {
            switch self {
            case .file(let path): path
            case .named(let name): name
            }
        }
    }

    /// The item's token, or what the desktop asked for if that is none.
    let id: String
    let name: String
    /// A second line; `nil` for none.
    let description: String?
    let icon: Icon
}

extension SearchResult {
    /// - Parameters:
    ///   - registry: The item's group.
    ///   - distinction: What tells the item's app from others of the same name; `nil` if there are none.
    init(_ item: GroupItem, of registry: Registry?, distinction: String?) {
        let name: String
        let description: String?
        switch item {
        case .app(let app):
            name = item.name
            let need = app.badge.value == 1 ? "needs you" : "need you"
            description = app.badge == .zero ? app.comment : "\(app.badge) \(need)"
        case .action:
            name = item.name
            description = nil
        case .offer(let offer, _):
            name = "Install \(item.name)"
            description = (offer.version.map { "\($0) from " } ?? "From ") + "\(offer.source)"
        }
        self.init(
            id: "\(item.token)", name: SafeText(name).description,
            description: Self.line([description, distinction]),
            icon: registry.map { Icon(item, of: $0) } ?? .named(Icon.fallback))
    }

    private static func line(_ parts: [String?]) -> String? {
        let parts = parts.compactMap { $0.map { SafeText($0).description } }
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }

    /// The result of an item that has gone since the desktop heard of it.
    init(goneWithID id: String, name: String) {
        self.init(
            id: id, name: SafeText(name).description, description: "No longer available",
            icon: .named(Icon.fallback))
    }
}

extension SearchResult.Icon {
    fileprivate init(_ item: GroupItem, of registry: Registry) {
        if case .offer = item {
            self = .named("system-software-install")
        } else if let icon = item.icon(in: registry) {
            self = !icon.hasPrefix("/") ? .named(icon) : Files.exists(icon) ? .file(icon) : .named(Self.fallback)
        } else {
            self = .named(Self.fallback)
        }
    }
}

extension AppEntry {
    /// The app's description of itself in a few words: its field `comment`.
    fileprivate var comment: String? {
        guard let text = self.fields["comment"]?.string, !text.isEmpty else { return nil }
        return text
    }
}
