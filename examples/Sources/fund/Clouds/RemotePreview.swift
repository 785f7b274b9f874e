import AppGroup
import AppGroupPlatform
import MailReading
import RemoteFiles
import ToolProgram
import ToolSupport

/// The beginning of a remote file in the cache, so that it can be looked at before it is fetched.
struct RemotePreview {
    var environment = ProcessEnvironment.current

    /// How much of a file is fetched, in bytes: enough for a picture, and for the first pages of a PDF.
    static let limit = 8 << 20

    /// How many files the cache keeps.
    private static let keptFiles = 50

    /// Fetches the beginning of a file into the cache.
    ///
    /// - Returns: Its path in the cache, and whether it is the whole file.
    func fetch(_ spot: RemoteSpot, from drive: any RemoteDrive) throws -> (path: String, isWhole: Bool) {
        guard let cache = BaseDirectory.cache.folder(of: "fund", in: environment) else {
            throw ToolError.configuration("fund doesn't know where to keep previews: set XDG_CACHE_HOME or HOME.")
        }
        guard let entry = try drive.entry(at: spot.path) else {
            throw ToolError.notFound("There is no \(spot.selector).")
        }
        guard !entry.isFolder else {
            throw ToolError.unreadable("\(spot.selector) is a folder. To see what is in it: fund ls")
        }
        let receiver = BeginningReceiver()
        try drive.read(spot.path, from: 0, ifStill: nil, limit: Self.limit, to: receiver)
        let folder = "\(cache)/previews"
        let name = SafeFileName.of(spot.path.name, otherwise: "file")
        let path = "\(folder)/\(MD5.hexadecimal(spot.selector).prefix(12)) \(name)"
        do throws(SystemError) {
            try Files.makeFolders(folder)
            try Files.replaceDurably(path, with: receiver.bytes)
        } catch {
            throw ToolError.inputOutput("\(path) can't be written: \(error).")
        }
        removeOldest(in: folder)
        let size = receiver.part?.size ?? entry.size
        return (path, size.map { $0 <= receiver.bytes.count } ?? (receiver.bytes.count < Self.limit))
    }

    private func removeOldest(in folder: String) {
        let files = (try? Files.entries(below: folder)) ?? []
        for file in files.sorted(by: { $0.modified > $1.modified }).dropFirst(Self.keptFiles) {
            try? Files.remove("\(folder)/\(file.path)")
        }
    }
}
