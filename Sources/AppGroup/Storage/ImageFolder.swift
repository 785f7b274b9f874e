import AppGroupPlatform

/// The images that apps registered: files named by their content, in the folder `icons` of the container.
struct ImageFolder {
    private let folder: ContainerFolder

    init(path: String) { folder = ContainerFolder(path: path) }

    private var path: String { folder.path }

    /// Refuses a folder that must not be written: see ``ContainerFolder/open()``.
    func check() throws(AppGroupError) { try folder.check() }

    func bytes(of icon: AppIcon) throws -> [UInt8]? {
        guard let name = icon.fileName, let folder = try folder.open() else { return nil }
        do {
            return try folder.contents(of: name, limit: AppIcon.maximumSize)
        } catch SystemError.notFound {
            return nil
        } catch {
            throw Container.described(error, "The icon \(path)/\(name) cannot be read")
        }
    }

    /// Writes the image unless it exists: a file's name identifies its content.
    func save(_ bytes: [UInt8], for icon: AppIcon) throws {
        guard let name = icon.fileName else { return }
        let folder = try folder.make()
        if let status = try? folder.status(of: name), status.kind == .file, status.size == bytes.count { return }
        do {
            try folder.replace(name, with: bytes)
        } catch {
            throw Container.described(error, "The icon \(path)/\(name) cannot be written")
        }
    }

    /// Removes all other images, best effort: a file that stays only wastes space. Files with names of another form are not
    /// the group's, and stay. To be called under the writer's lock.
    func keepOnly(_ names: Set<String>) {
        guard let folder = try? folder.open() else { return }
        for name in (try? folder.names()) ?? [] where !names.contains(name) && Self.isImageOrDraft(name) {
            try? folder.remove(name)
        }
    }

    /// Whether a name is that of an image, or of one that a killed process was writing.
    static func isImageOrDraft(_ name: String) -> Bool {
        let image = String(name.prefix(64 + 1 + 3))
        return AppIcon(fileName: image) != nil && (name == image || RandomName.isDraft(name, of: image))
    }
}

extension AppIcon {
    /// The image with a file of this name; `nil` if no image has it.
    init?(fileName: String) {
        let parts = fileName.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, Hexadecimal.isDigest(parts[0]), let format = ImageFormat(rawValue: String(parts[1]))
        else { return nil }
        self = .image(format: format, digest: String(parts[0]))
    }
}

extension ImageFolder {
    /// The bytes of an image that matches its name; `nil` if it is missing or damaged, and for a themed icon.
    func intactBytes(of icon: AppIcon) throws -> [UInt8]? {
        guard case .image(_, let digest) = icon else { return nil }
        do {
            guard let bytes = try bytes(of: icon), SHA256.hexadecimal(of: bytes) == digest else { return nil }
            return bytes
        } catch let error as AppGroupError where Self.isFault(error) {
            return nil
        }
    }

    /// Whether an error comes from the file itself, so that writing it again helps.
    private static func isFault(_ error: AppGroupError) -> Bool {
        [SystemError.tooLarge, .linkLoop, .isFolder].contains { $0.number == error.errno }
    }

    /// Whether an image is missing or damaged; false for a themed icon, which has no file.
    func isBroken(_ icon: AppIcon) throws -> Bool { try icon.fileName != nil && intactBytes(of: icon) == nil }

    /// Writes the image, even over a damaged one.
    func restore(_ bytes: [UInt8], for icon: AppIcon) throws {
        guard let name = icon.fileName, try isBroken(icon) else { return }
        try? folder.open()?.remove(name)
        try save(bytes, for: icon)
    }
}

extension SQLiteConnection {
    /// The icons of the registry's apps, each once.
    func icons() throws -> [AppIcon] {
        try statement("SELECT DISTINCT icon FROM app WHERE icon IS NOT NULL")
            .compactMap { AppIcon(rawValue: $0.text(0)) }
    }
}

extension Container {
    /// The names of images that replaced registries need when they are restored. A damaged one cannot be restored.
    ///
    /// - Throws: An error if one of them cannot be read at the moment, so that nobody knows what it needs.
    func imagesOfReplacedRegistries() throws -> Set<String> {
        let folder = try OpenFolder(path)
        let replaced = try folder.names().filter { name in
            guard name.hasPrefix("\(Self.databaseName).\(Self.replacedLabel)-") else { return false }
            return try folder.status(of: name).kind == .file
        }
        let icons = try replaced.flatMap { name in
            do {
                return try SQLiteConnection(path: "\(path)/\(name)", access: .immutable).icons()
            } catch let error as SQLiteError where error.isUnusableContent {
                return []
            }
        }
        return Set(icons.compactMap(\.fileName))
    }
}
