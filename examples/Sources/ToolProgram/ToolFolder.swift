public import AppGroup
public import AppGroupPlatform
public import ToolSupport

extension BaseDirectory {
    /// The folder of a tool.
    ///
    /// - Throws: An error with status 78 if the environment doesn't say where it is.
    public func neededFolder(of tool: String, in environment: ProcessEnvironment) throws(ToolError) -> String {
        guard let folder = folder(of: tool, in: environment) else {
            throw .configuration(
                "\(tool) doesn't know where to keep its files: set \(variable) or HOME to an absolute path.")
        }
        return folder
    }
}

extension Files {
    /// Makes a folder that only its user can open, and all missing folders above it.
    ///
    /// - Throws: An error with status 74 if it can't be made.
    public static func makeFolder(_ path: String) throws(ToolError) {
        do throws(SystemError) { try makeFolders(path) } catch {
            throw .inputOutput("\(path) can't be made: \(error).")
        }
    }
}
