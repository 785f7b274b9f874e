import AppGroupPlatform
import ToolProgram
import ToolSupport

/// Copies a file into the folder of a fund.
struct Adding {
    let store: Store

    /// Copies a file, and records it. A file with the same bytes under the same name is not copied again. If another
    /// file has the name, the copy gets a number.
    ///
    /// - Returns: The name of the copy, and whether it is new.
    func add(_ path: String, to fund: Fund, failure: (String) -> Void) throws -> (name: String, isNew: Bool) {
        let wanted = try name(for: path)
        let folder = store.folder(of: fund)
        let copy: (name: String, isNew: Bool)
        do throws(SystemError) {
            guard try Files.isDirectory(folder) else { throw .notFolder }
        } catch {
            throw ToolError.inputOutput("The folder of “\(fund.name)” can't be used: \(folder): \(error).")
        }
        do throws(SystemError) {
            guard try !Files.isDirectory(path) else {
                throw SystemError.isFolder
            }
            copy = try Files.copy(path, into: folder, as: wanted) { Files.areSame(path, $0) }
        } catch .notFound {
            throw ToolError.notFound("There is no file \(path).")
        } catch .isFolder {
            throw ToolError.unreadable("\(path) is a folder: fund add takes files.")
        } catch .invalid {
            throw ToolError.unreadable("\(path) is not a regular file.")
        } catch .busy {
            throw ToolError.busy("\(path) is being changed just now. Add it when it is complete.")
        } catch {
            throw ToolError.inputOutput("\(path) can't be copied to \(folder): \(error).")
        }
        guard let entry = Files.entry(copy.name, in: folder) else { return copy }
        try Scanner(store: store).record(entry, of: fund, failure: failure)
        return copy
    }

    /// The name of the copy: that of the file, but never a hidden one.
    private func name(for path: String) throws -> String {
        // By bytes: a combining mark after a slash or a period would make another character of it.
        let name = path.utf8.split(separator: UInt8(ascii: "/")).last ?? path.utf8.prefix(0)
        let visible = String(Substring(name.drop { $0 == UInt8(ascii: ".") }))
        guard !visible.isEmpty else { throw ToolError.unreadable("“\(path)” doesn't name a file.") }
        return visible
    }
}
