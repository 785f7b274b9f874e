#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What a process is given by whoever starts it.
public enum ProcessContext {
    /// The value of an environment variable; nil where it is unset or empty.
    public static func environment(_ name: String) -> String? {
        guard let value = getenv(name), value.pointee != 0 else { return nil }
        return String(cString: value)
    }

    /// A path that means the same file whatever the working directory: links and `..` stay as they were written.
    public static func absolute(_ path: String) throws(MailError) -> String {
        if path.hasPrefix("/") { return path }
        guard let directory = getcwd(nil, 0) else {
            throw MailError(.inputOutput, "The working directory cannot be told: \(Errno.last).")
        }
        defer { free(directory) }
        return path == "." ? String(cString: directory) : "\(String(cString: directory))/\(path)"
    }
}
