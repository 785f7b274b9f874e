import Serving

extension PostersContext {
    /// The report's number in the path.
    func reportNumber() throws(ServiceError) -> Int64 {
        let text = parameters.get("number") ?? ""
        guard let number = Int64(text), number > 0 else {
            throw ServiceError(.malformed, "“\(text.prefix(40))” is not the number of a report.")
        }
        return number
    }

    /// The photo's name in the path.
    func photoName() throws(ServiceError) -> BlobDigest {
        guard let digest = parameters.get("sha256").flatMap({ BlobDigest($0) }) else {
            throw ServiceError(.malformed, "Name a photo by its SHA-256, 64 lowercase hexadecimal digits.")
        }
        return digest
    }
}
