import AppGroupPlatform
import Serving

/// Which of S3's promises a server keeps. Servers that only imitate S3 keep some of them.
public struct ObjectPromises: Hashable, Sendable {
    /// Whether it refuses to replace an object if asked to (`If-None-Match: *`).
    public let keepsFirst: Bool
    /// Whether it refuses bytes that do not have the checksum they were sent with.
    public let checksSums: Bool
    /// Whether it sends parts of objects.
    public let sendsParts: Bool

    /// A sentence for each promise that is not kept, with what follows from it.
    public var shortcomings: [String] {
        var sentences: [String] = []
        if !keepsFirst {
            sentences.append(
                "The S3 server replaces objects although it is told not to: servers that publish the same file at once write it twice, with the same bytes."
            )
        }
        if !checksSums {
            sentences.append(
                "The S3 server does not check what it receives: each file is read back and compared before it is published, which takes about twice as long."
            )
        }
        if !sendsParts {
            sentences.append(
                "The S3 server does not send parts of objects: interrupted downloads and requests for parts can't be answered."
            )
        }
        return sentences
    }
}

extension ObjectClient {
    /// How the names of the objects begin that try out a server.
    var probes: String { "\(place.prefix)probe/" }

    /// Tries the server with a small object, which is deleted afterwards.
    ///
    /// - Throws: ``ObjectError`` if the server can't be reached, or does not allow to write, read and delete.
    func promises() async throws -> ObjectPromises {
        let key = "\(probes)\(RandomName.make())"
        let bytes = Array("This object tries out what the server promises; it may be deleted.".utf8)
        do {
            let promises = try await promises(trying: key, bytes)
            try await delete(key)
            return promises
        } catch {
            try? await delete(key)
            throw error
        }
    }

    private func promises(trying key: String, _ bytes: [UInt8]) async throws -> ObjectPromises {
        try await put(bytes, as: key, onlyNew: false)
        var keepsFirst = false
        do { try await put(bytes, as: key, onlyNew: true) } catch let error as ObjectError
            where [.preconditionFailed, .conflict].contains(error.code)
        {
            keepsFirst = true
        } catch let error as ObjectError where error.code == .notImplemented {}
        var checksSums = false
        do {
            try await once {
                try await $0.put(bytes, as: key, onlyNew: false, checksum: BlobDigest(sha256Of: []).bytes)
            }
        } catch let error as ObjectError where [.damaged, .refused].contains(error.code) {
            checksSums = true
        }
        let beginning = ObjectBeginning()
        let half = UInt64(bytes.count / 2)
        try await patience.insisting { try await read(key, 0..<half, ifTagged: nil, to: beginning) }
        let answer = beginning.answer
        let sendsParts = answer.bytes.readableBytesView.elementsEqual(bytes.prefix(Int(half)))
        guard answer.size == UInt64(bytes.count) else {
            throw ObjectError(.refused, "\(host) does not return what was just stored there; is it an S3 server?")
        }
        return ObjectPromises(keepsFirst: keepsFirst, checksSums: checksSums, sendsParts: sendsParts)
    }

    /// The same client, which does not try again.
    private func once(_ body: (ObjectClient) async throws -> Void) async throws {
        var client = self
        client.patience.attempts = 1
        try await body(client)
    }
}
