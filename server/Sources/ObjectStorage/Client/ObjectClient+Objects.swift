package import AppGroup
import Downloading
import Foundation
import Serving
import XMLReading

/// Objects, one request each.
extension ObjectClient {
    /// The properties of an object.
    package struct Description: Hashable, Sendable {
        /// In bytes.
        package let size: UInt64
        /// Changes with the object.
        package let tag: String?
    }

    /// An object's size; `nil` if there is no such object.
    package func describe(_ key: String) async throws -> Description? {
        do {
            let (head, _) = try await answer(to: ObjectRequest(.head, key, to: "look for \(key)"))
            guard let length = head.length else { throw Self.notUnderstood(host, "the size of \(key)") }
            return Description(size: UInt64(length), tag: head["etag"])
        } catch let error as ObjectError where error.code == .notFound {
            return nil
        }
    }

    /// Keeps an object of at most a few mebibytes, with a checksum.
    ///
    /// - Parameter onlyNew: Whether an object of this name fails the request, if the server knows that condition.
    /// - Throws: ``ObjectError`` with `preconditionFailed` in that case.
    package func put(_ bytes: [UInt8], as key: String, onlyNew: Bool, checksum: [UInt8]? = nil) async throws {
        var request = ObjectRequest(.put, key, to: "store \(key)")
        request.set(bytes)
        let sum = Self.base64(checksum ?? BlobDigest(sha256Of: bytes).bytes)
        request.fields = [(Self.checksumField, sum), ("Content-Type", "application/octet-stream")]
        if onlyNew { request.fields.append(("If-None-Match", "*")) }
        let (head, _) = try await answer(to: request)
        try Self.check(head, sum, of: key, at: host)
    }

    /// Deletes an object. It is no error if there is none.
    package func delete(_ key: String) async throws {
        do { _ = try await answer(to: ObjectRequest(.delete, key, to: "delete \(key)")) } catch let error as ObjectError
            where error.code == .notFound
        {}
    }

    /// The time by the clock of the bucket's server, to the second, or of this machine if that server does not say.
    package func moment() async throws -> Timestamp {
        var request = ObjectRequest(.get, nil, to: "list the objects in \(place)")
        request.query = [("list-type", "2"), ("max-keys", "1"), ("prefix", place.prefix)]
        return try await answer(to: request).head["date"].flatMap(HTTPDate.seconds).map { Timestamp(seconds: $0) }
            ?? now
    }

    /// An object in a list: its name, its size, and when it was written.
    package typealias Listed = (key: String, size: UInt64, written: Timestamp?)

    /// All objects with names that begin with a text, in order.
    package func list(_ beginning: String) async throws -> [Listed] {
        var objects: [Listed] = []
        try await eachPage(of: beginning) { page in
            objects += page
            return true
        }
        return objects
    }

    /// Lists objects with names that begin with a text, in order, as many at a time as the server sends.
    ///
    /// - Parameter body: Receives some of them, and returns whether it wants more.
    package func eachPage(of beginning: String, _ body: ([Listed]) -> Bool) async throws {
        var token: String?
        var goesOn: Bool
        repeat {
            var request = ObjectRequest(.get, nil, to: "list the objects in \(place)")
            request.query = [("list-type", "2"), ("prefix", beginning)]
            if let token { request.query.append(("continuation-token", token)) }
            let page = try Self.document(try await answer(to: request).bytes, "ListBucketResult", host)
            goesOn = body(
                page.children("Contents").compactMap { item in
                    guard let key = item.text("Key"), let size = item.text("Size").flatMap({ UInt64($0) }) else {
                        return nil
                    }
                    return (key, size, item.text("LastModified").flatMap { Timestamp(rfc3339: $0) })
                })
            token = page.text("IsTruncated") == "true" ? page.text("NextContinuationToken") : nil
        } while goesOn && token != nil
    }

    /// Reads a part of an object.
    ///
    /// - Parameters:
    ///   - tag: The tag that the object must have; with another one, the method throws `preconditionFailed`.
    ///   - receiver: Gets the answer, of status 206, or 200 from a server that does not know parts.
    func read(
        _ key: String, _ range: Range<UInt64>, ifTagged tag: String?, to receiver: any Receiver & Sendable
    ) async throws {
        var request = ObjectRequest(.get, key, to: "read \(key)")
        request.fields = [("Range", "bytes=\(range.lowerBound)-\(range.upperBound - 1)")]
        if let tag { request.fields.append(("If-Match", tag)) }
        try await send(request, to: receiver)
    }

    /// The field with which S3 checks what has arrived.
    static let checksumField = "x-amz-checksum-sha256"

    static func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }

    /// Compares the checksum that a server says it has computed with the one that it was sent.
    static func check(_ head: ResponseHead, _ checksum: String, of key: String, at host: String) throws(ObjectError) {
        if let kept = head[checksumField], kept != checksum {
            throw ObjectError(.damaged, "\(host) stored different bytes as \(key) than it was sent; check its disks.")
        }
    }

    static func document(_ bytes: [UInt8], _ name: String, _ host: String) throws(ObjectError) -> XMLTree {
        guard let document = XMLTree(answer: bytes), document.name == name else { throw notUnderstood(host, name) }
        return document
    }

    static func notUnderstood(_ host: String, _ what: String) -> ObjectError {
        ObjectError(.refused, "\(host) does not report \(what) in a known form; is it an S3 server?")
    }
}
