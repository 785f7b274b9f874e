public import AppGroupPlatform

/// A file or a folder that was moved to the trash.
public struct TrashedItem: Sendable {
    /// Where it was.
    let origin: String
    /// Where it is now.
    public let place: String
    /// The file of the trash that describes it; nil if the trash has none.
    let information: String?

    /// Moves it back to where it was.
    ///
    /// - Throws: ``SystemError/exists`` if something else is there now.
    public func putBack() throws(SystemError) {
        guard !Files.exists(origin, followingLinks: false) else { throw .exists }
        try Files.rename(place, to: origin)
        if let information { try? Files.remove(information) }
    }
}
