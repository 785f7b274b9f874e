public import AppGroup

/// Where a tool keeps its files (XDG Base Directory Specification).
public enum BaseDirectory: String, Sendable {
    /// What the user has set.
    case configuration = "XDG_CONFIG_HOME"
    /// What the tool knows.
    case data = "XDG_DATA_HOME"
    /// What the tool can get again.
    case cache = "XDG_CACHE_HOME"

    /// The name of the environment variable that overrides the default.
    public var variable: String { rawValue }

    /// The folder of a tool; nil if neither the variable nor `HOME` is an absolute path.
    public func folder(of tool: String, in environment: ProcessEnvironment) -> String? {
        if let path = environment[variable], path.hasPrefix("/") { return "\(path)/\(tool)" }
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        switch self {
        case .configuration: return "\(home)/.config/\(tool)"
        case .data: return "\(home)/.local/share/\(tool)"
        case .cache: return "\(home)/.cache/\(tool)"
        }
    }
}
