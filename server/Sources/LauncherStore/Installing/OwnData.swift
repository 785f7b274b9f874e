import AppGroup
import AppGroupPlatform

/// The data that an app keeps outside its package: the folders named by its identifier in the places for a user's data,
/// configuration, state and caches (XDG Base Directory Specification), and on macOS in Application Support and Caches.
struct OwnData {
    /// The folders that exist, and links to folders. A file of that name belongs to something else: `mimeapps.list` is a valid
    /// identifier.
    var folders: [String] { places.filter { (try? Files.status($0).kind) == .folder } }

    private let places: [String]

    init(of app: AppID, environment: ProcessEnvironment) {
        let home = environment["HOME"]
        #if os(macOS)
        let parents = ["Library/Application Support", "Library/Caches"].map { folder in home.map { "\($0)/\(folder)" } }
        #else
        let parents = [
            ("XDG_DATA_HOME", ".local/share"), ("XDG_CONFIG_HOME", ".config"), ("XDG_STATE_HOME", ".local/state"),
            ("XDG_CACHE_HOME", ".cache"),
        ].map { variable, standard in
            // The specification says to ignore relative paths.
            environment[variable].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home.map { "\($0)/\(standard)" }
        }
        #endif
        places = parents.compactMap { $0 }.filter { $0.hasPrefix("/") }.map { "\($0)/\(app)" }
    }

    /// Deletes as many of the folders as possible. A link is deleted, but not what it leads to.
    ///
    /// - Returns: The folders that existed.
    /// - Throws: An error that names the folders that remain.
    func delete() throws -> [String] {
        let found = folders
        for folder in found { try? Files.removeTree(folder) }
        let left = folders
        guard left.isEmpty else {
            throw AppGroupError(
                .permission,
                "\(left.joined(separator: ", ")) cannot be deleted; check the permissions and try again. Only "
                    + "\(found.count - left.count) other folders of the app's data were deleted.")
        }
        return found
    }
}
