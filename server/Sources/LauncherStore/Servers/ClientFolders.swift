import AppGroup

/// Where the client keeps its own files, following the XDG Base Directory Specification 0.8.
struct ClientFolders: Sendable {
    /// Logins and their secrets: one file for each server.
    let configuration: String
    /// Data that can be fetched again: catalogs and unfinished downloads.
    let cache: String
    /// Data that can't: the server from which each installed package came.
    let state: String
    /// The user's own desktop entries.
    let applications: String
    /// The user's own systemd units.
    let units: String
    /// The folder of the groups whose apps this process sees.
    let groups: String

    /// - Throws: ``ClientError`` if the environment has no home folder.
    init(_ environment: ProcessEnvironment = .current) throws(ClientError) {
        func folder(_ variable: String, _ standard: String) throws(ClientError) -> String {
            if let path = environment[variable], path.hasPrefix("/") { return path }
            guard let home = environment["HOME"], home.hasPrefix("/") else {
                throw ClientError(.configuration, "HOME is not set to an absolute path; set it, and try again.")
            }
            return "\(home)/\(standard)"
        }
        let configHome = try folder("XDG_CONFIG_HOME", ".config")
        configuration = "\(configHome)/app-groups/servers"
        cache = "\(try folder("XDG_CACHE_HOME", ".cache"))/app-groups"
        state = "\(try folder("XDG_STATE_HOME", ".local/state"))/app-groups"
        applications = "\(try folder("XDG_DATA_HOME", ".local/share"))/applications"
        units = "\(configHome)/systemd/user"
        do throws(AppGroupError) {
            groups = try Container.parent(in: environment)
        } catch {
            throw ClientError(.configuration, error.description)
        }
    }
}
