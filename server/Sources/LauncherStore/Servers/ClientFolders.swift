import AppGroup

/// Where the client keeps its own files, by the XDG Base Directory Specification 0.8: read once, at the edge.
struct StoreFolders: Sendable {
    /// What the user decided and what is secret: one file for each server.
    let configuration: String
    /// What can be fetched again: catalogues, and downloads that are under way.
    let cache: String
    /// What can't: from where each installed package came.
    let state: String
    /// Where desktop entries of the user's own lie.
    let applications: String
    /// Where systemd looks for units of the user's own.
    let units: String

    /// - Throws: ``StoreError`` where the environment has no home.
    init(_ environment: ProcessEnvironment = .current) throws(StoreError) {
        func folder(_ variable: String, _ standard: String) throws(StoreError) -> String {
            if let path = environment[variable], path.hasPrefix("/") { return path }
            guard let home = environment["HOME"], home.hasPrefix("/") else {
                throw StoreError(.configuration, "HOME is not set to an absolute path; set it, and try again.")
            }
            return "\(home)/\(standard)"
        }
        let configHome = try folder("XDG_CONFIG_HOME", ".config")
        configuration = "\(configHome)/app-groups/servers"
        cache = "\(try folder("XDG_CACHE_HOME", ".cache"))/app-groups"
        state = "\(try folder("XDG_STATE_HOME", ".local/state"))/app-groups"
        applications = "\(try folder("XDG_DATA_HOME", ".local/share"))/applications"
        units = "\(configHome)/systemd/user"
    }
}
