extension ImageFolder {
    /// The bytes of an image that is what its name says; `nil` for one that is missing or damaged, and for a themed icon.
    func intactBytes(of icon: Icon) throws -> [UInt8]? {
        guard case .image(_, let digest) = icon else { return nil }
        do {
            guard let bytes = try bytes(of: icon), SHA256.hexadecimal(of: bytes) == digest else { return nil }
            return bytes
        } catch let error as AppGroupError where error.errno == SystemError.tooLarge.number {
            return nil
        }
    }

    /// Whether an image is missing or damaged; false for a themed icon, which is no file.
    func isBroken(_ icon: Icon) throws -> Bool { try icon.fileName != nil && intactBytes(of: icon) == nil }

    /// Writes the image, over one that is there and damaged too.
    func restore(_ bytes: [UInt8], for icon: Icon) throws {
        guard let name = icon.fileName, try isBroken(icon) else { return }
        try? Files.remove("\(path)/\(name)")
        try save(bytes, for: icon)
    }
}
