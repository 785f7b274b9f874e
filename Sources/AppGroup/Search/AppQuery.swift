/// Which apps a person means by what he typed.
public enum AppQuery {
    /// The apps that answer best: those whose identifier it is, else whose name, else whose scheme, else whose name has a
    /// word, or whose identifier a last segment, that begins with it, else a part of it. Case does not count.
    ///
    /// Apps that lists show come before those that they don't: the latter answer only where none of the former does, except
    /// to their whole identifier.
    ///
    /// - Returns: No app, one, or several between which the person must choose; in the given order.
    public static func matches(_ text: String, in apps: [FamilyApp]) -> [FamilyApp] {
        let wanted = text.lowercased()
        guard !wanted.isEmpty else { return [] }
        let exact = apps.filter { $0.id.folded == wanted }
        if !exact.isEmpty { return exact }
        for candidates in [apps.filter(\.isShown), apps] {
            for tier in tiers {
                let found = candidates.filter { tier($0, wanted) }
                if !found.isEmpty { return found }
            }
        }
        return []
    }

    private static let tiers: [@Sendable (FamilyApp, String) -> Bool] = [
        { app, wanted in app.name.description.lowercased() == wanted },
        { app, wanted in app.schemes.contains { $0.description == wanted } },
        { app, wanted in words(of: app).contains { $0.hasPrefix(wanted) } },
        { app, wanted in app.name.description.lowercased().contains(wanted) || app.id.folded.contains(wanted) },
    ]

    /// The words of the name, and the last segment of the identifier.
    private static func words(of app: FamilyApp) -> [Substring] {
        let name = app.name.description.lowercased()
        return [name[...]] + name.split { !$0.isLetter && !$0.isNumber } + app.id.folded.split(separator: ".").suffix(1)
    }
}
