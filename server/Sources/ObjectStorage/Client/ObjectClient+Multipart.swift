package import AppGroup
import AppGroupText
package import Downloading
package import Serving
import XMLReading

/// Objects that arrive in parts ("Multipart upload overview" in the Amazon S3 user guide). Nothing is seen of them before they are
/// complete.
extension ObjectClient {
    /// An upload that has begun.
    package struct Multipart: Hashable, Sendable {
        package let key: String
        package let id: String
    }

    /// A part that the server has.
    package struct Part: Hashable, Sendable {
        /// From 1 to 10,000.
        package let number: Int
        let tag: String
        let checksum: String
    }

    /// Begins an upload.
    package func begin(_ key: String) async throws -> Multipart {
        var request = ObjectRequest(.post, key, to: "begin to store \(key)")
        request.query = [("uploads", "")]
        request.fields = [("x-amz-checksum-algorithm", "SHA256"), ("Content-Type", "application/octet-stream")]
        let bytes = try await answer(to: request).bytes
        // rclone gives the document another name than S3.
        guard let id = XMLTree(answer: bytes)?.text("UploadId"), !id.isEmpty else {
            throw Self.notUnderstood(host, "an UploadId")
        }
        return Multipart(key: key, id: id)
    }

    /// Sends a part.
    ///
    /// - Parameter hash: The SHA-256 of the part.
    package func send(_ body: any RequestBody, hash: BlobDigest, as number: Int, of upload: Multipart) async throws
        -> Part
    {
        var request = ObjectRequest(.put, upload.key, to: "store a part of \(upload.key)")
        request.query = [("partNumber", "\(number)"), ("uploadId", upload.id)]
        let checksum = Self.base64(hash.bytes)
        request.fields = [(Self.checksumField, checksum)]
        (request.body, request.payload) = (body, hash.description)
        let (head, _) = try await answer(to: request)
        try Self.check(head, checksum, of: upload.key, at: host)
        guard let tag = head["etag"] else { throw Self.notUnderstood(host, "the ETag of a part") }
        return Part(number: number, tag: tag, checksum: checksum)
    }

    /// Makes the object of its parts.
    ///
    /// - Parameter onlyNew: Whether an object of this name fails the request.
    package func complete(_ upload: Multipart, _ parts: [Part], onlyNew: Bool) async throws {
        var request = ObjectRequest(.post, upload.key, to: "complete \(upload.key)")
        request.query = [("uploadId", upload.id)]
        request.fields = [("Content-Type", "application/xml")]
        if onlyNew { request.fields.append(("If-None-Match", "*")) }
        let list = parts.sorted { $0.number < $1.number }.map { part in
            "<Part><PartNumber>\(part.number)</PartNumber><ETag>\(MarkupText(part.tag))</ETag>"
                + "<ChecksumSHA256>\(part.checksum)</ChecksumSHA256></Part>"
        }
        let text =
            "<CompleteMultipartUpload xmlns=\"http://s3.amazonaws.com/doc/2006-03-01/\">\(list.joined())</CompleteMultipartUpload>"
        request.set(Array(text.utf8))
        _ = try Self.document(try await answer(to: request).bytes, "CompleteMultipartUploadResult", host)
    }

    /// Drops an upload and its parts. It is no error if there is none.
    package func abort(_ upload: Multipart) async throws {
        var request = ObjectRequest(.delete, upload.key, to: "drop the parts of \(upload.key)")
        request.query = [("uploadId", upload.id)]
        do { _ = try await answer(to: request) } catch let error as ObjectError where error.code == .notFound {}
    }

    /// Uploads of objects with this beginning that have begun and neither ended nor been dropped, with the time of the latest part
    /// or of the beginning, by the server's clock.
    package func unfinished(_ beginning: String) async throws -> [(upload: Multipart, active: Timestamp?)] {
        var found: [(upload: Multipart, active: Timestamp?)] = []
        var marker: (key: String, id: String)?
        repeat {
            var request = ObjectRequest(.get, nil, to: "list the uploads in \(place)")
            request.query = [("uploads", ""), ("prefix", beginning)]
            if let marker { request.query += [("key-marker", marker.key), ("upload-id-marker", marker.id)] }
            let page = try Self.document(
                try await answer(to: request).bytes, "ListMultipartUploadsResult", host)
            for item in page.children("Upload") {
                guard let key = item.text("Key"), key.hasPrefix(beginning), let id = item.text("UploadId") else {
                    continue
                }
                let upload = Multipart(key: key, id: id)
                let begun = item.text("Initiated").flatMap { Timestamp(rfc3339: $0) }
                found.append((upload, [begun, try await latestPart(of: upload)].compactMap { $0 }.max()))
            }
            let next = (page.text("NextKeyMarker") ?? "", page.text("NextUploadIdMarker") ?? "")
            marker = page.text("IsTruncated") == "true" && !next.0.isEmpty ? next : nil
        } while marker != nil
        return found
    }

    /// When the latest part arrived; `nil` if none has.
    private func latestPart(of upload: Multipart) async throws -> Timestamp? {
        var latest: Timestamp?
        var marker: String?
        repeat {
            var request = ObjectRequest(.get, upload.key, to: "list the parts of \(upload.key)")
            request.query = [("uploadId", upload.id)]
            if let marker { request.query.append(("part-number-marker", marker)) }
            let page: XMLTree
            do {
                page = try Self.document(try await answer(to: request).bytes, "ListPartsResult", host)
            } catch let error as ObjectError where error.code == .notFound {
                return latest
            }
            let times = page.children("Part").compactMap { $0.text("LastModified").flatMap { Timestamp(rfc3339: $0) } }
            latest = (times + [latest].compactMap { $0 }).max()
            marker = page.text("IsTruncated") == "true" ? page.text("NextPartNumberMarker") : nil
        } while marker != nil
        return latest
    }
}
