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
        do throws(Errno) {
            guard try Files.isDirectory(folder) else { throw .notADirectory }
        } catch {
            throw ToolError.inputOutput("The folder of “\(fund.name)” can't be used: \(folder): \(error).")
        }
        do throws(Errno) {
            guard try !Files.isDirectory(path) else {
                throw Errno.isDirectory
            }
            copy = try Files.copy(path, into: folder, as: wanted) { Files.areSame(path, $0) }
        } catch .noSuchFile {
            throw ToolError.notFound("There is no file \(path).")
        } catch .isDirectory {
            throw ToolError.unreadable("\(path) is a folder: fund add takes files.")
        } catch .invalid {
            throw ToolError.unreadable("\(path) is not a regular file.")
        } catch {
            throw ToolError.inputOutput("\(path) can't be copied to \(folder): \(error).")
        }
        guard let entry = Files.entry(copy.name, in: folder) else { return copy }
        try Scanner(store: store).record(entry, of: fund, failure: failure)
        return copy
    }

    /// The name of the copy: that of the file, but never a hidden one.
    private func name(for path: String) throws -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? ""
        let visible = String(name.drop { $0 == "." })
        guard !visible.isEmpty else { throw ToolError.unreadable("“\(path)” doesn't name a file.") }
        return visible
    }
}
