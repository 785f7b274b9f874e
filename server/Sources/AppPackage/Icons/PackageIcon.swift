import AppGroup

/// A package's own icon, and why other files that it names are not used.
///
/// Only files that the property list names are examined. The largest image that a group accepts is chosen: at most 1 MiB as an
/// ordinary PNG.
struct PackageIcon: Sendable {
    /// The file in the app's folder; `nil` if no named file can be used.
    let file: String?
    /// Its image; `nil` if no named file can be used.
    let image: IconSource?
    /// What was wrong with files that were examined.
    let passedOver: [PackageError]

    /// How many files are examined, and how many of their images are decompressed: enough for any real app, and little work if there
    /// are many large ones.
    static let (maximumFiles, maximumAttempts) = (32, 3)

    /// Reads at most this many bytes from the beginning of a file in the app's folder.
    typealias Read = (_ file: String, _ limit: Int) throws(PackageError) -> [UInt8]

    /// Chooses an icon.
    ///
    /// - Parameters:
    ///   - names: The values of `CFBundleIconFiles` and `CFBundleIconFile`, in their order. They may lack the extension
    ///     and the suffixes for a scale or a device (Apple, "Information Property List Key Reference", `CFBundleIconFiles`).
    ///   - files: The paths of the files in the app's folder.
    ///   - read: Reads a file. An error other than ``PackageError/Code/refused`` ends the choice.
    static func choose(names: [String], files: Set<String>, read: Read) throws(PackageError) -> PackageIcon {
        var passedOver: [PackageError] = []
        var candidates: [IconCandidate] = []
        for file in self.files(named: names, among: files).prefix(maximumFiles) {
            do {
                candidates += try IconCandidate.all(in: file, read: read)
            } catch {
                guard error.code == .refused else { throw error }
                passedOver.append(error)
            }
        }
        // Files of the same size keep their order, whatever the sorting algorithm does.
        let ranking = candidates.enumerated().sorted { ($1.element.pixels, $0.offset) < ($0.element.pixels, $1.offset) }
        for candidate in ranking.prefix(maximumAttempts).map(\.element) {
            do {
                let image = try candidate.image(read: read)
                return PackageIcon(file: candidate.file, image: image, passedOver: passedOver)
            } catch {
                guard error.code == .refused else { throw error }
                passedOver.append(error)
            }
        }
        return PackageIcon(file: nil, image: nil, passedOver: passedOver)
    }

    /// The existing files, each once, in the order of the first names that lead to them.
    static func files(named names: [String], among files: Set<String>) -> [String] {
        var found: [String] = []
        for name in names.prefix(4 * maximumFiles) {
            for path in paths(for: name) {
                // The file's own spelling, since equal texts may have different bytes.
                guard let index = files.firstIndex(of: path), !found.contains(files[index]) else { continue }
                found.append(files[index])
            }
        }
        return found
    }

    /// The paths that a name may lead to.
    private static func paths(for name: String) -> [String] {
        guard !name.isEmpty, name.utf8.count <= 255 else { return [] }
        let stem = name.hasSuffix(".png") ? String(name.dropLast(4)) : name
        let variants = ["", "~iphone", "~ipad"].flatMap { device in
            ["", "@2x", "@3x"].map { scale in "\(stem)\(scale)\(device).png" }
        }
        return [name] + variants + ["\(name).icns"]
    }
}
