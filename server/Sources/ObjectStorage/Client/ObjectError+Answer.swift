import AppGroup
import Downloading
import XMLReading

extension ObjectError {
    /// Why the server refused a request, in words that say what to do.
    ///
    /// S3's words for failures are those of "Error responses" in the Amazon S3 API reference.
    ///
    /// - Parameters:
    ///   - body: The beginning of the answer's body.
    ///   - now: The time here.
    init(
        _ head: ResponseHead, _ body: [UInt8], to request: ObjectRequest, of place: ObjectPlace, at host: String,
        now: Timestamp
    ) {
        let document = XMLTree(answer: body)
        let word = document?.text("Code")
        let text = (document?.text("Message")).map { Self.harmless($0) } ?? ""
        let purpose = request.purpose
        let (code, sentence): (Code, String) =
            switch (head.status, word) {
            case _ where Self.isSkewed(head, word, now):
                (
                    .credentials,
                    "\(host) refuses to \(purpose), because the clock of this machine is \(Self.difference(head, now)) its own; correct the clock."
                )
            case (_, "ExpiredToken"), (_, "ExpiredTokenException"), (_, "TokenRefreshRequired"):
                (.expired, "The credentials for \(host) have expired; renew them.")
            case (_, "InvalidAccessKeyId"), (_, "InvalidClientTokenId"), (_, "InvalidToken"):
                (.credentials, "\(host) does not know the credentials; correct AWS_ACCESS_KEY_ID or the profile.")
            case (_, "SignatureDoesNotMatch"):
                (
                    .credentials,
                    "\(host) finds a wrong signature: correct the secret key, or the region (--s3-region), or look for a proxy that changes requests."
                )
            case (_, "NoSuchBucket"):
                (.refused, "There is no bucket “\(place.bucket)” at \(host); create it, or correct --blobs.")
            case (_, "AuthorizationHeaderMalformed"), (_, "PermanentRedirect"), (301, _), (307, _):
                (
                    .refused,
                    "The bucket “\(place.bucket)” is in another region or at another address; \(Self.advice(head, document))."
                )
            case (412, _), (_, "PreconditionFailed"):
                (.preconditionFailed, "\(host) does not \(purpose): the object has changed.")
            case (409, _), (_, "ConditionalRequestConflict"):
                (.conflict, "\(host) does not \(purpose): something else is changing the object.")
            case (404, _):
                (.notFound, "\(host) can't \(purpose): there is no such object.")
            case (501, _):
                (.notImplemented, "\(host) does not know how to \(purpose).")
            case (_, "BadDigest"), (_, "XAmzContentSHA256Mismatch"), (_, "XAmzContentChecksumMismatch"),
                (_, "InvalidDigest"):
                (.damaged, "\(host) does not \(purpose): the bytes arrived damaged.")
            case (403, _):
                (
                    .credentials,
                    "\(host) does not allow these credentials to \(purpose); correct them or their policy.\(text.isEmpty ? "" : " It says: \(text)")"
                )
            case (500..., _), (429, _), (_, "RequestTimeout"), (_, "SlowDown"), (_, "InternalError"),
                (_, "ServiceUnavailable"):
                (.unavailable, "\(host) can't \(purpose) at the moment: status \(head.status) \(word ?? "").")
            default:
                (
                    .refused,
                    "\(host) refuses to \(purpose): status \(head.status) \(word.map(Self.harmless) ?? "") \(text)"
                )
            }
        self.init(code, sentence, pause: head.secondsToWait)
    }

    private static func isSkewed(_ head: ResponseHead, _ word: String?, _ now: Timestamp) -> Bool {
        word == "RequestTimeTooSkewed" || head.status == 403 && abs(skew(head, now)) > largestSkew
    }

    /// How far the clock of this machine is ahead of the server's, in seconds; 0 if the server sent no time.
    private static func skew(_ head: ResponseHead, _ now: Timestamp) -> Int64 {
        head["date"].flatMap(HTTPDate.seconds).map { now.milliseconds / 1000 - $0 } ?? 0
    }

    private static func difference(_ head: ResponseHead, _ now: Timestamp) -> String {
        let skew = skew(head, now)
        return "\((abs(skew) + 30) / 60) minutes \(skew < 0 ? "behind" : "ahead of")"
    }

    private static func advice(_ head: ResponseHead, _ document: XMLTree?) -> String {
        let region = document?.text("Region") ?? head["x-amz-bucket-region"]
        return region.map { "set --s3-region \(harmless($0))" } ?? "correct --s3-region or --s3-endpoint"
    }

    /// Why no answer came. A certificate that can't be trusted today can't be trusted in a second either.
    init(_ error: DownloadError, to request: ObjectRequest, at host: String) {
        switch error.failure {
        case .otherName, .expired, .notYetValid, .untrusted:
            self.init(
                .refused,
                "\(host) can't \(request.purpose): \(error.description) --s3-ca-file names an authority to trust.")
        default: self.init(.unavailable, "\(host) can't \(request.purpose): \(error.description)")
        }
    }

    /// S3 refuses requests whose time differs by more than 15 minutes from its own; this is a little less, in seconds.
    private static let largestSkew: Int64 = 14 * 60

    /// Whether the same request may succeed when it is sent again.
    var mayPass: Bool { code == .unavailable || code == .damaged }
}
