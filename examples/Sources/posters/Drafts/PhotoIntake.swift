import AppGroupCrypto
import AppGroupPlatform
import PhotoData
import ToolProgram
import ToolSupport

/// Takes photos into the folder of the drafts, so that a draft keeps them even if the camera's card is erased.
struct PhotoIntake {
    /// The folder of the drafts' photos.
    let folder: String
    /// Whether photos may end before their pictures do.
    var takesIncomplete = false

    /// A photo in the folder.
    struct Taken {
        let sha256: String
        /// Where the photo says that it was taken.
        let place: Place?
    }

    /// Checks a photo and copies it under its SHA-256.
    ///
    /// - Throws: A ``ToolError`` with status 66 if there is no such file, 74 if it can't be read or copied, and 65 if it is no
    ///   photo that a server takes.
    func take(_ path: String) throws -> Taken {
        do {
            let file = try PhotoFile(path: path)
            try PhotoLimits().check(byteCount: file.count)
            let photo = try Photo(reading: file)
            try PhotoLimits().check(photo)
            // What the server can't publish it refuses. The reporter learns that while they still have the camera in hand.
            guard try PublishingCopy(of: file).isComplete || takesIncomplete else {
                throw ToolError.unreadable(
                    "\(path) ends before its picture does. Is it still being copied? To take it as it is: --incomplete")
            }
            let sha256 = try sha256(of: file)
            try copy(path, as: sha256)
            let spot = photo.place.flatMap { Spot(latitude: $0.latitude, longitude: $0.longitude) }
            return Taken(sha256: sha256, place: spot.map { Place($0) })
        } catch let error as PhotoError {
            switch error.code {
            case .notFound: throw ToolError.notFound("\(error)")
            case .inputOutput: throw ToolError.inputOutput("\(error)")
            default: throw ToolError.unreadable("\(path): \(error)")
            }
        }
    }

    /// The SHA-256 of a file, in lowercase hexadecimal digits.
    private func sha256(of file: PhotoFile) throws -> String {
        try ToolError.usingLibcrypto {
            try SHA256Hasher(of: file.count) { try file.bytes(at: $0.lowerBound, length: $0.count) }.hexadecimal()
        }
    }

    private func copy(_ path: String, as sha256: String) throws {
        let copy = "\(folder)/\(sha256)"
        do throws(SystemError) {
            try Files.makeFolders(folder)
            // A copy that is damaged or can't be read would be taken for this photo.
            if (try? self.sha256(of: PhotoFile(path: copy))) != sha256 { try? Files.remove(copy) }
            _ = try Files.copy(path, into: folder, as: sha256, unless: { _ in true })
        } catch .busy {
            throw ToolError.unreadable("\(path) changed while it was copied. Try again.")
        } catch {
            throw ToolError.inputOutput("\(path) can't be copied to \(copy): \(error).")
        }
        guard try self.sha256(of: PhotoFile(path: copy)) == sha256 else {
            try? Files.remove(copy)
            throw ToolError.unreadable("\(path) changed while it was copied. Try again.")
        }
    }
}
