import AppGroupPlatform

/// A file in a message.
public struct Attachment: Sendable {
    /// The name that the sender gave it, or one made of its type. It can contain anything: see ``safeName``.
    public let name: String

    /// The part that holds it.
    public let part: MessagePart

    /// A name that is safe for a file: see ``SafeFileName``.
    public var safeName: String { SafeFileName.of(name) }

    /// About how many bytes it has decoded. Only reading it gives the exact number.
    public var size: Int {
        part.header.transferEncoding == .base64 ? part.body.count * 3 / 4 * 76 / 78 : part.body.count
    }
}

extension Attachment {
    /// The Content-ID of a picture, without angle brackets (RFC 2045, 7); nil if this is none, or has none.
    fileprivate var pictureID: String? {
        guard part.mediaType.hasPrefix("image/") else { return nil }
        return part.header.field("content-id")?.filter { !"<> ".contains($0) }
    }
}

extension MessageTree {
    /// The files in the message and in messages attached to it, in their order. An attached message is a file, too.
    ///
    /// Whether the sender marked a file as an attachment makes no difference: Apple's programs mark files as `inline`.
    public var attachments: [Attachment] {
        let readableParts = ReadableParts(self)
        let readable = Set(
            parts.indices.filter { $0 == 0 || isNestedMessage($0) }.flatMap { readableRoots($0, readableParts) })
        let charset = likelyCharset
        return parts.indices.compactMap { place in
            let part = parts[place]
            if isNestedMessage(place) {
                return Attachment(name: part.header.fileName(likely: charset) ?? messageName(place), part: part)
            }
            guard !part.hasParts, !readable.contains(place), !isAlternative(place) else { return nil }
            let name = part.header.fileName(likely: charset) ?? Self.name(of: part.mediaType, number: place)
            return Attachment(name: name, part: part)
        }
    }

    /// The attachments apart from the pictures that a text in HTML shows inside itself, by their Content-ID (RFC 2392).
    func separatedAttachments() throws(Source.Failure) -> (files: [Attachment], embeddedPictures: [Attachment]) {
        let attachments = attachments
        guard attachments.contains(where: { $0.pictureID != nil }) else { return (attachments, []) }
        var shown: Set<String> = []
        for part in parts where part.mediaType == "text/html" && !part.header.isAttachment {
            shown.formUnion(Self.contentIDs(in: try text(of: part)))
        }
        func isEmbedded(_ attachment: Attachment) -> Bool { attachment.pictureID.map(shown.contains) ?? false }
        return (attachments.filter { !isEmbedded($0) }, attachments.filter(isEmbedded))
    }

    /// The Content-IDs that addresses in a text name.
    private static func contentIDs(in html: String) -> [String] {
        var ids: [String] = []
        var rest = html.utf8[...]
        while let scheme = rest.firstRange(of: "cid:".utf8) {
            // No line of a header is longer (RFC 5322, 2.1.1).
            let id = rest[scheme.upperBound...].prefix(998).prefix { $0 > 0x20 && !"\"'()<>".utf8.contains($0) }
            rest = rest[id.endIndex...]
            ids.append(String(decoding: PercentEncoding.decoded(id), as: UTF8.self))
        }
        return ids
    }

    private func isNestedMessage(_ place: Int) -> Bool {
        place > 0 && parts[place].contentType.isMessage && parts[place].hasParts
    }

    private func readableRoots(_ place: Int, _ readableParts: ReadableParts) -> [Int] {
        (place == 0 ? [0] : places(in: place)).flatMap { readable(in: $0, readableParts) }
    }

    /// Whether a part without a name is another form of the text beside it.
    private func isAlternative(_ place: Int) -> Bool {
        guard let parent = parts[place].parent, parts[parent].mediaType == "multipart/alternative" else { return false }
        return isReadable(place)
            && ["text/plain", "text/html", "text/enriched", "text/x-amp-html"]
                .contains(parts[place].mediaType)
    }

    /// The name of an attached message: its subject.
    private func messageName(_ place: Int) -> String {
        let inner = place + 1 < parts.count ? parts[place + 1].header.subject : nil
        return "\(inner ?? "message").eml"
    }

    private static func name(of mediaType: String, number: Int) -> String {
        let endings = [
            "application/pdf": "pdf", "application/zip": "zip", "application/pgp-signature": "asc",
            "application/json": "json", "application/xml": "xml", "application/pkcs7-signature": "p7s",
            "application/x-pkcs7-signature": "p7s", "image/jpeg": "jpg", "image/png": "png", "image/gif": "gif",
            "image/svg+xml": "svg", "image/webp": "webp", "text/calendar": "ics", "text/csv": "csv",
            "text/html": "html", "text/rtf": "rtf", "text/vcard": "vcf",
        ]
        let isText = mediaType.hasPrefix("text/") || mediaType.hasPrefix("message/")
        return "part \(number).\(endings[mediaType] ?? (isText ? "txt" : "bin"))"
    }
}
