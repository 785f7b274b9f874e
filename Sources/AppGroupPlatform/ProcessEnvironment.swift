#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The environment variables that this library goes by, read in one place.
///
/// The folders are those of the XDG Base Directory Specification 0.8: a variable that is unset, empty or no absolute path
/// counts as its default.
public struct ProcessEnvironment: Sendable, Hashable {
    /// All variables that are text in UTF-8.
    public var variables: [String: String]
    /// This process's other variables, by name: the bytes `NAME=value` with a zero at their end.
    package private(set) var bytes: [String: [CChar]] = [:]

    /// An environment of your own, as tests want it.
    public init(_ variables: [String: String]) { self.variables = variables }

    /// The environment of this process, now.
    public static var current: ProcessEnvironment {
        var current = ProcessEnvironment([:])
        // Null after clearenv(3), whatever its type says.
        guard UInt(bitPattern: environ) != 0 else { return current }
        var entry = environ
        while let pointer = entry.pointee {
            let text = String(cString: pointer)
            if let separator = text.utf8.firstIndex(of: UInt8(ascii: "=")) {
                let name = String(text[..<separator])
                if String(validatingCString: pointer) != nil {
                    current.variables[name] = String(text[text.utf8.index(after: separator)...])
                } else {
                    current.bytes[name] = Array(UnsafeBufferPointer(start: pointer, count: strlen(pointer) + 1))
                }
            }
            entry += 1
        }
        return current
    }

    /// The value of a variable; `nil` if it is unset or empty.
    public subscript(name: String) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Whether a variable is set and no text in UTF-8: it is passed on as it is, and means nothing here.
    package func isUndecodable(_ name: String) -> Bool { variables[name] == nil && bytes[name] != nil }

    /// This environment with some variables set.
    package func setting(_ changes: [String: String]) -> ProcessEnvironment {
        var result = self
        result.variables.merge(changes) { $1 }
        return result
    }

    /// Every variable as `NAME=value`, for the C library to free.
    package func cStrings() -> [UnsafeMutablePointer<CChar>?] {
        variables.map { strdup("\($0)=\($1)") } + bytes.filter { isUndecodable($0.key) }.map { strdup($0.value) }
    }

    /// `HOME`. Nothing here asks the user database, which a fully static program cannot.
    package var home: String? { absolute("HOME") }

    /// `XDG_DATA_HOME`, or `~/.local/share`.
    package var dataHome: String? { absolute("XDG_DATA_HOME") ?? home.map { "\($0)/.local/share" } }

    /// `XDG_CONFIG_HOME`, or `~/.config`.
    package var configHome: String? { absolute("XDG_CONFIG_HOME") ?? home.map { "\($0)/.config" } }

    /// The user's data folder, then those of `XDG_DATA_DIRS`, the most important first.
    package var dataDirectories: [String] {
        (dataHome.map { [$0] } ?? []) + list("XDG_DATA_DIRS", default: "/usr/local/share:/usr/share")
    }

    /// The user's configuration folder, then those of `XDG_CONFIG_DIRS`, the most important first.
    package var configDirectories: [String] {
        (configHome.map { [$0] } ?? []) + list("XDG_CONFIG_DIRS", default: "/etc/xdg")
    }

    /// `XDG_RUNTIME_DIR`; `nil` if there is no session.
    package var runtimeDirectory: String? { absolute("XDG_RUNTIME_DIR") }

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

    private func absolute(_ name: String) -> String? { self[name].flatMap { Paths.isAbsolute($0) ? $0 : nil } }

    private func list(_ name: String, default fallback: String) -> [String] {
        (self[name] ?? fallback).split(separator: ":").filter { Paths.isAbsolute($0) }
            .map { String(Paths.withoutTrailingSlashes($0)) }
    }
}
