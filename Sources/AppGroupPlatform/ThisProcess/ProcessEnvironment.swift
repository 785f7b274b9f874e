#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The environment variables that this library goes by, read in one place.
///
/// The folders are those of the XDG Base Directory Specification 0.8: a variable that is unset, empty or no absolute path
/// counts as its default.
public struct ProcessEnvironment: Sendable {
    private enum Contents: Sendable {
        /// What this process was given, in which single variables are looked up.
        case block(EnvironmentBlock)
        /// Other variables; the second are as in ``ProcessEnvironment/bytes``.
        case variables([String: String], bytes: [String: [CChar]])
    }

    private var contents: Contents

    /// All variables that are text in UTF-8.
    public var variables: [String: String] {
        get { tables.texts }
        set { contents = .variables(newValue, bytes: bytes) }
    }

    /// This process's other variables, by name: the bytes `NAME=value` with a zero at their end.
    package var bytes: [String: [CChar]] { tables.bytes }

    private var tables: (texts: [String: String], bytes: [String: [CChar]]) {
        switch contents {
        case .block(let block): block.variables()
        case .variables(let texts, let bytes): (texts, bytes)
        }
    }

    /// An environment of your own, as tests want it.
    public init(_ variables: [String: String]) { contents = .variables(variables, bytes: [:]) }

    private init(block: EnvironmentBlock) { contents = .block(block) }

    /// The environment of this process, now.
    public static var current: ProcessEnvironment { ProcessEnvironment(block: EnvironmentBlock()) }

    /// The value of a variable; `nil` if it is unset or empty.
    public subscript(name: String) -> String? {
        let text =
            switch contents {
            case .block(let block): block.value(of: name).text
            case .variables(let texts, _): texts[name]
            }
        return text.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether a variable is set and no text in UTF-8: it is passed on as it is, and means nothing here.
    package func isUndecodable(_ name: String) -> Bool {
        switch contents {
        case .block(let block): block.value(of: name).isUndecodable
        case .variables(let texts, let bytes): texts[name] == nil && bytes[name] != nil
        }
    }

    /// This environment with some variables set.
    package func setting(_ changes: [String: String]) -> ProcessEnvironment {
        var result = self
        result.variables.merge(changes) { $1 }
        return result
    }

    /// Every variable as `NAME=value`, for the C library to free.
    package func cStrings() -> [UnsafeMutablePointer<CChar>?] {
        let (texts, bytes) = tables
        return texts.map { strdup("\($0)=\($1)") } + bytes.filter { texts[$0.key] == nil }.map { strdup($0.value) }
    }

    /// `HOME`. Nothing here asks the user database, which a fully static program cannot.
    package var home: String? { absolute("HOME") }

    /// `XDG_DATA_HOME`, or `~/.local/share`.
    package var dataHome: String? { absolute("XDG_DATA_HOME") ?? home.map { "\($0)/.local/share" } }

    /// `XDG_CONFIG_HOME`, or `~/.config`.
    package var configHome: String? { absolute("XDG_CONFIG_HOME") ?? home.map { "\($0)/.config" } }

    /// `XDG_CACHE_HOME`, or `~/.cache`.
    package var cacheHome: String? { absolute("XDG_CACHE_HOME") ?? home.map { "\($0)/.cache" } }

    /// The folder for files that exist for a moment: `TMPDIR`, or `/tmp`.
    package var temporaryFolder: String { absolute("TMPDIR") ?? "/tmp" }

    /// The user's data folder, then those of `XDG_DATA_DIRS`, the most important first.
    package var dataFolders: [String] {
        (dataHome.map { [$0] } ?? []) + list("XDG_DATA_DIRS", default: "/usr/local/share:/usr/share")
    }

    /// The user's configuration folder, then those of `XDG_CONFIG_DIRS`, the most important first.
    package var configFolders: [String] {
        (configHome.map { [$0] } ?? []) + list("XDG_CONFIG_DIRS", default: "/etc/xdg")
    }

    /// `XDG_RUNTIME_DIR`; `nil` if there is no session.
    package var runtimeFolder: String? { absolute("XDG_RUNTIME_DIR") }

    /// `XDG_CURRENT_DESKTOP`, its names in order.
    package var currentDesktops: [String] { self["XDG_CURRENT_DESKTOP"]?.split(separator: ":").map(String.init) ?? [] }

    /// The absolute folders of `PATH`, in order.
    package var searchPath: [String] { list("PATH", default: "/usr/local/bin:/usr/bin:/bin") }

    /// The file that a bare command name leads to: the first executable of that name in `PATH`.
    package func executable(named name: String) -> String? {
        searchPath.lazy.map { "\($0)/\(name)" }.first { path in
            guard let status = try? Files.status(path) else { return false }
            return status.kind == .file && Files.isExecutable(path)
        }
    }

    /// The path of the program of that name beside this one, else in `PATH`; `nil` if there is none.
    package func program(nearestNamed name: String) -> String? {
        let beside = ThisProcess.executable.map { "\(Paths.parent(of: $0))/\(name)" }
        if let beside, Files.isExecutable(beside) { return beside }
        return executable(named: name)
    }

    private func absolute(_ name: String) -> String? { self[name].flatMap { Paths.isAbsolute($0) ? $0 : nil } }

    private func list(_ name: String, default fallback: String) -> [String] {
        (self[name] ?? fallback).split(separator: ":").filter { Paths.isAbsolute($0) }
            .map { String(Paths.withoutTrailingSlashes($0)) }
    }
}

extension ProcessEnvironment: Hashable {
    /// Whether all variables are the same.
    public static func == (one: ProcessEnvironment, other: ProcessEnvironment) -> Bool {
        one.tables == other.tables
    }

    /// Hashes the variables.
    public func hash(into hasher: inout Hasher) { hasher.combine(variables) }
}
