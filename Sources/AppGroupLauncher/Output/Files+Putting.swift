import AppGroup
import AppGroupPlatform

extension Files {
    /// Writes bytes into the file that a user named, completely or not at all. A link stays a link.
    ///
    /// - Parameter permissions: The permissions of the file; `nil` to keep them, or for the usual ones of a new file.
    /// - Throws: ``AppGroupError/Code/cannotCreate`` for a device or a pipe, which a file would otherwise replace, for a link
    ///   that leads to nothing, and if the system refuses; ``AppGroupError/Code/inputOutput`` if the disk is full.
    static func put(_ bytes: [UInt8], into path: String, permissions: UInt32? = nil) throws(AppGroupError) {
        let target = (try? resolved(path)) ?? path
        let found = try? status(target)
        let remark: String? =
            switch (found ?? (try? status(target, followingLinks: false)))?.kind {
            case .other: "is a device or a pipe, not a file; write to standard output instead."
            case .link: "is a link that leads to nothing; name the file itself."
            case .file, .folder, nil: nil
            }
        if let remark { throw AppGroupError(.cannotCreate, "\(PlainText.harmless(path)) \(remark)") }
        let kept = permissions == nil ? found.map { $0.permissions & 0o777 } : nil
        do throws(SystemError) {
            try replace(target, with: bytes, permissions: permissions ?? kept ?? 0o666, exactly: kept != nil)
        } catch {
            let described = Container.described(error, "The file \(PlainText.harmless(path)) cannot be made")
            if error.isDiskFull { throw described }
            throw AppGroupError(.cannotCreate, described.description, errno: error.number)
        }
    }
}
