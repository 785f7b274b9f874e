import AppGroupPlatform
import ToolProgram
import ToolSupport

/// Opens files and web pages with the programs that the desktop has for them.
enum Viewer {
    #if os(macOS)
    private static let program = "open"
    #else
    private static let program = "xdg-open"
    #endif

    /// Opens a file or an address.
    static func open(_ target: String) throws {
        switch Processes.start([program, target], watchingFor: .seconds(5)) {
        case 0?: return
        case nil:
            throw ToolError.unavailable(
                "\(program), which opens files with your desktop's programs, can't be started. It is in Debian's xdg-utils."
            )
        case let status?:
            throw ToolError.unavailable("\(program) could not open \(target): it ended with status \(status).")
        }
    }
}
