public import AppGroup
public import AppGroupPlatform
import CToolSupport

/// The trash of the desktop (freedesktop.org, Trash specification 1.0), or of macOS. Files in it can be restored.
public struct Trash: Sendable {
    private let folder: String
    private let hasInformation: Bool

    /// The trash in the user's home; nil if the environment doesn't say where it is.
    public init?(_ environment: ProcessEnvironment) {
        #if os(macOS)
        guard let home = environment["HOME"], home.hasPrefix("/") else { return nil }
        (folder, hasInformation) = ("\(home)/.Trash", false)
        #else
        guard let folder = BaseDirectory.data.folder(of: "Trash", in: environment) else { return nil }
        (self.folder, hasInformation) = (folder, true)
        #endif
    }

    /// Moves a file or a folder to the trash: that of the home, or of its own file system if that is another one.
    ///
    /// - Parameters:
    ///   - path: Its absolute path.
    ///   - seconds: The time, in seconds since 1970.
    /// - Returns: What can put it back.
    /// - Throws: An error of `rename(2)`, such as `EXDEV` on macOS for a file on another file system; or why that file system can't
    ///   have a trash.
    @discardableResult
    public func take(_ path: String, at seconds: Int) throws(SystemError) -> TrashedItem {
        let name = path.split(separator: "/").last.map(String.init) ?? "file"
        guard hasInformation else { return try takeWithoutInformation(path, name) }
        do throws(SystemError) {
            return try Self.take(path, name, into: folder, from: path, at: seconds)
        } catch  where error == .otherFileSystem || DiskTrash.isElsewhere(path, than: folder) {
            // If the home is full or read-only, that is noticed first.
            let trash = try DiskTrash(for: path)
            return try Self.take(path, name, into: trash.folder, from: trash.path, at: seconds)
        }
    }

    private func takeWithoutInformation(_ path: String, _ name: String) throws(SystemError) -> TrashedItem {
        try Files.makeFolders(folder)
        for number in 0..<10_000 {
            let target = "\(folder)/\(number == 0 ? name : "\(name) \(number)")"
            if Files.exists(target, followingLinks: false) { continue }
            try Files.rename(path, to: target)
            return TrashedItem(origin: path, place: target, information: nil)
        }
        throw .exists
    }

    /// - Parameter origin: The path that the trash keeps, with which other programs find the old place.
    private static func take(
        _ path: String, _ name: String, into folder: String, from origin: String, at seconds: Int
    ) throws(SystemError) -> TrashedItem {
        let files = "\(folder)/files"
        try Files.makeFolders(files)
        try Files.makeFolders("\(folder)/info")
        let place = PercentEncoding.encoded(origin, keeping: "/")
        let text = "[Trash Info]\nPath=\(place)\nDeletionDate=\(Timestamp(seconds: Int64(seconds)).localTime)\n"
        let beginning = beginning(of: name)
        for number in 0..<10_000 {
            let candidate = number == 0 ? beginning : "\(beginning).\(number)"
            let information = "\(folder)/info/\(candidate).trashinfo"
            let file: Descriptor
            do throws(SystemError) {
                file = try Descriptor(opening: information, O_WRONLY | O_CREAT | O_EXCL)
            } catch .exists {
                continue
            }
            do throws(SystemError) {
                try file.write(Array(text.utf8)[...])
                // A file without information would be replaced by a rename.
                let target = "\(files)/\(candidate)"
                guard !Files.exists(target, followingLinks: false) else { throw .exists }
                try Files.rename(path, to: target)
                return TrashedItem(origin: path, place: target, information: information)
            } catch .exists {
                try? Files.remove(information)
            } catch {
                try? Files.remove(information)
                throw error
            }
        }
        throw .exists
    }

    /// As much of a name as leaves room for what follows it in the trash. The information has the whole name.
    private static func beginning(of name: String) -> String {
        var name = name
        while name.utf8.count > 255 - ".9999.trashinfo".utf8.count { name.unicodeScalars.removeLast() }
        return name
    }
}
