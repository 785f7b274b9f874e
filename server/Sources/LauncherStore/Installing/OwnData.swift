import AppGroup

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// What an app keeps of its own outside of its package: the folders that bear its identifier where the XDG Base Directory
/// Specification has a user's data, configuration, state and caches; on macOS, in Application Support and Caches.
struct OwnData {
    /// Those that are there.
    var folders: [String] { places.filter { FileManager.default.fileExists(atPath: $0) } }

    private let places: [String]

    init(of app: AppID, environment: ProcessEnvironment) {
        let home = environment["HOME"]
        #if os(macOS)
        let parents = ["Library/Application Support", "Library/Caches"].map { folder in home.map { "\($0)/\(folder)" } }
        #else
        let parents = [
            ("XDG_DATA_HOME", ".local/share"), ("XDG_CONFIG_HOME", ".config"), ("XDG_STATE_HOME", ".local/state"),
            ("XDG_CACHE_HOME", ".cache"),
        ].map { variable, standard in environment[variable] ?? home.map { "\($0)/\(standard)" } }
        #endif
        // A relative path in such a variable is to be ignored.
        places = parents.compactMap { $0 }.filter { $0.hasPrefix("/") }.map { "\($0)/\(app)" }
    }

    /// Deletes the folders, as many of them as can be. A link is deleted, and not what it leads to.
    ///
    /// - Returns: Those that were there.
    /// - Throws: An error that names those that stay.
    func delete() throws -> [String] {
        let found = folders
        for folder in found { try? FileManager.default.removeItem(atPath: folder) }
        let left = folders
        guard left.isEmpty else {
            throw AppGroupError(
                .permission,
                "\(left.joined(separator: ", ")) cannot be deleted; look at the permissions, and try again. Nothing was removed "
                    + "but \(found.count - left.count) other folders of the app's own.")
        }
        return found
    }
}
