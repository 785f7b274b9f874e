import AppGroup
import AppGroupPlatform

extension Package {
    /// Makes a package from an app's folder. The same files give the same bytes.
    ///
    /// The package is checked like any other before it gets its name. A file of that name is replaced, but nothing else is.
    ///
    /// - Parameters:
    ///   - folder: The app's folder, whose name ends in `.app`, or a link to it.
    ///   - output: The package to write.
    /// - Throws: ``PackageError`` naming the file that is missing or cannot be packed, read or written;
    ///   ``PackageError/Code/cannotCreate`` if there is no folder for the package, if that is in the app, or if something other
    ///   than a file is in its place. Nothing is left behind then.
    public static func pack(_ folder: String, as output: String) throws(PackageError) -> Package {
        try PackageOutput.check(output)
        let (path, status): (String, FileStatus)
        do throws(SystemError) {
            path = try Files.resolved(folder)
            status = try Files.status(path)
        } catch {
            throw .reading(folder, error)
        }
        let source = FolderBundle(path)
        guard status.kind == .folder, PayloadFolder.isApp(source.folderName) else {
            throw PackageError(
                .refused, "\(PlainText.quoted(path: folder)) is not an app; name the folder of one, such as Rooms.app.")
        }
        try PackageOutput.check(output, isOutside: path)
        _ = try AppBundle(source)
        let list = try PackingList(folder: path, as: "\(PayloadFolder.name)/\(source.folderName)")
        let unfinished = RandomName.draft(of: output)
        do throws(PackageError) {
            try write(list, to: unfinished, named: output)
            let package = try Package(path: unfinished, named: output, checking: .structure)
            do throws(SystemError) {
                try Files.synchronize(unfinished)
                try Files.rename(unfinished, to: output)
            } catch {
                throw .writing(output, error)
            }
            return package
        } catch {
            try? Files.remove(unfinished)
            throw ArchiveFault.forAuthor(error, of: source.folderName)
        }
    }

    private static func write(_ list: PackingList, to path: String, named name: String) throws(PackageError) {
        var writer = try ArchiveWriter(path: path, named: name)
        do throws(PackageError) {
            for item in list.items { try writer.add(item) }
        } catch {
            writer.discard()
            throw error
        }
        try writer.close()
    }
}
