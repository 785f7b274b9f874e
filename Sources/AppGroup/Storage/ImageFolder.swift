/// The images that apps registered: files named by their content, in the folder `icons` of the container.
struct ImageFolder {
    let path: String

    func bytes(of icon: Icon) throws -> [UInt8]? {
        guard let name = icon.fileName else { return nil }
        do {
            return try Files.contents(of: "\(path)/\(name)", limit: Icon.maximumSize)
        } catch SystemError.notFound {
            return nil
        } catch {
            throw Container.described(error, "The icon \(path)/\(name) cannot be read", path: path)
        }
    }

    /// Writes the image unless it is there: a file's name is its content.
    func save(_ bytes: [UInt8], for icon: Icon) throws {
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

    /// Removes every other file, best effort: what stays behind wastes space and nothing else.
    func keepOnly(_ names: Set<String>) {
        for name in (try? Files.entries(of: path)) ?? [] where !names.contains(name) {
            try? Files.remove("\(path)/\(name)")
        }
    }
}
