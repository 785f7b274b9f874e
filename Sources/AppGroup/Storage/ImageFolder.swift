import AppGroupPlatform

/// The images that apps registered: files named by their content, in the folder `icons` of the container.
struct ImageFolder {
    let path: String

    func bytes(of icon: AppIcon) throws -> [UInt8]? {
        guard let name = icon.fileName else { return nil }
        do {
            return try Files.contents(of: "\(path)/\(name)", limit: AppIcon.maximumSize)
        } catch SystemError.notFound {
            return nil
        } catch {
            throw Container.described(error, "The icon \(path)/\(name) cannot be read", path: path)
        }
    }

    /// Writes the image unless it exists: a file's name identifies its content.
    func save(_ bytes: [UInt8], for icon: AppIcon) throws {
        guard let name = icon.fileName else { return }
        let file = "\(path)/\(name)"
        if let status = try? Files.status(file, followingLinks: false), status.kind == .file, status.size == bytes.count
        {
            return
        }
        do {
            try Files.makeDirectories(path, permissions: 0o700)
            try Files.replace(file, with: bytes)
        } catch {
            throw Container.described(error, "The icon \(file) cannot be written", path: path)
        }
    }

    /// Removes every other file, best effort: a file that stays only wastes space.
    func keepOnly(_ names: Set<String>) {
        for name in (try? Files.entries(of: path)) ?? [] where !names.contains(name) {
            try? Files.remove("\(path)/\(name)")
        }
    }
}

extension ImageFolder {
    /// The bytes of an image that matches its name; `nil` if it is missing or damaged, and for a themed icon.
    func intactBytes(of icon: AppIcon) throws -> [UInt8]? {
        guard case .image(_, let digest) = icon else { return nil }
        do {
            guard let bytes = try bytes(of: icon), SHA256.hexadecimal(of: bytes) == digest else { return nil }
            return bytes
        } catch let error as AppGroupError where error.errno == SystemError.tooLarge.number {
            return nil
        }
    }

    /// Whether an image is missing or damaged; false for a themed icon, which has no file.
    func isBroken(_ icon: AppIcon) throws -> Bool { try icon.fileName != nil && intactBytes(of: icon) == nil }

    /// Writes the image, even over a damaged one.
    func restore(_ bytes: [UInt8], for icon: AppIcon) throws {
        guard let name = icon.fileName, try isBroken(icon) else { return }
        try? Files.remove("\(path)/\(name)")
        try save(bytes, for: icon)
    }
}
