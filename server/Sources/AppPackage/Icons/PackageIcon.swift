import AppGroup

/// The icon that a package brings, and why files that it names are not used.
///
/// Only what the property list names is looked at. The largest image is chosen that the family takes: at most 1 MiB as an
/// ordinary PNG.
struct PackageIcon: Sendable {
    /// The file in the app's folder; `nil` where no file that was named can be used.
    let file: String?
    /// Its image; `nil` where no file that was named can be used.
    let image: IconSource?
    /// What was wrong with files that were looked at.
    let passedOver: [PackageError]

    /// How many files are looked at, and how many images of them are unpacked: enough for any real app, and no work for
    /// many large ones.
    static let (maximumFiles, maximumAttempts) = (32, 3)

    /// Reads a file in the app's folder: its beginning, of at most so many bytes.
    typealias Read = (_ file: String, _ limit: Int) throws(PackageError) -> [UInt8]

    /// Chooses an icon.
    ///
    /// - Parameters:
    ///   - names: The values of `CFBundleIconFiles` and `CFBundleIconFile`, in their order. They may lack the extension, and
    ///     what stands for a scale or a device (Apple, "Information Property List Key Reference", `CFBundleIconFiles`).
    ///   - files: The files in the app's folder, by path in it.
    ///   - read: An error of another kind than ``PackageError/Code/refused`` ends the choice.
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
        // The order is kept among those of one size, whatever sort does with them.
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

    /// The files that there are, each once, by the first name that leads to it.
    static func files(named names: [String], among files: Set<String>) -> [String] {
        var found: [String] = []
        for name in names.prefix(4 * maximumFiles) {
            for path in paths(for: name) {
                // The file's own spelling: the same text may be other bytes.
                guard let index = files.firstIndex(of: path), !found.contains(files[index]) else { continue }
                found.append(files[index])
            }
        }
        return found
    }

    /// The paths to which a name may lead.
    private static func paths(for name: String) -> [String] {
        guard !name.isEmpty, name.utf8.count <= 255 else { return [] }
        let stem = name.hasSuffix(".png") ? String(name.dropLast(4)) : name
        let variants = ["", "~iphone", "~ipad"].flatMap { device in
            ["", "@2x", "@3x"].map { scale in "\(stem)\(scale)\(device).png" }
        }
        return [name] + variants + ["\(name).icns"]
    }
}
