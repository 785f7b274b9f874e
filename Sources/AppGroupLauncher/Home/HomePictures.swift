import AppGroup
import AppGroupWidget

/// The images that a terminal with kitty's graphics shows on the home screen.
final class HomePictures {
    private let watch: FamilyWatch
    private let isWanted: Bool
    /// Whether an image can be shown, by the name of its file, which says its content.
    private var known: [String: Bool] = [:]

    init(watch: FamilyWatch, isWanted: Bool) {
        self.watch = watch
        self.isWanted = isWanted
    }

    /// Whether an app has a PNG image that can be shown; else initials stand for it.
    func has(_ app: FamilyApp) -> Bool {
        guard isWanted, let name = app.icon?.fileName else { return false }
        if let known = known[name] { return known }
        let result = png(of: app) != nil
        known[name] = result
        return result
    }

    /// The bytes of an app's PNG image.
    func png(of app: FamilyApp) -> [UInt8]? {
        guard case .png(let bytes)? = watch.families.first(where: { $0.group == app.group })?.artwork(of: app) else {
            return nil
        }
        return bytes
    }
}
