import AppGroup
import Downloading

extension ObjectError {
    /// Why the server refused a request, in words that say what to do.
    ///
    /// S3's words for failures are those of "Error responses" in the Amazon S3 API reference.
    ///
    /// - Parameters:
    ///   - body: The beginning of the answer's body.
    ///   - now: What time it is here.
    init(
        _ head: ResponseHead, _ body: [UInt8], to request: ObjectRequest, of place: ObjectPlace, at host: String,
        now: Timestamp
    ) {
        let document = try? XMLNode(body)
        let word = document?.text("Code")
        let text = (document?.text("Message")).map { Self.harmless($0) } ?? ""
        let pause = head.secondsToWait
        func make(_ code: Code, _ sentence: String) -> ObjectError {
            ObjectError(code, sentence, pause: pause)
        }
        let skew = head["date"].flatMap(HTTPDate.seconds).map { now.milliseconds / 1000 - $0 } ?? 0
        let isSkewed = word == "RequestTimeTooSkewed" || head.status == 403 && abs(skew) > Self.largestSkew
        switch (head.status, word) {
        case _ where isSkewed:
            let difference = "\((abs(skew) + 30) / 60) minutes \(skew < 0 ? "behind" : "ahead of")"
            self = make(
                .credentials,
                "\(host) refuses to \(request.purpose), because the clock of this machine is \(difference) its own; correct the clock."
            )
        case (_, "ExpiredToken"), (_, "ExpiredTokenException"), (_, "TokenRefreshRequired"):
            self = make(.expired, "The credentials for \(host) have expired; renew them.")
        case (_, "InvalidAccessKeyId"), (_, "InvalidClientTokenId"), (_, "InvalidToken"):
            self = make(
                .credentials, "\(host) does not know the credentials; correct AWS_ACCESS_KEY_ID or the profile.")
        case (_, "SignatureDoesNotMatch"):
            self = make(
                .credentials,
                "\(host) finds a wrong signature: correct the secret key, or the region (--s3-region), or look for a proxy that changes requests."
            )
        case (_, "NoSuchBucket"):
            self = make(.refused, "There is no bucket “\(place.bucket)” at \(host); create it, or correct --blobs.")
        case (_, "AuthorizationHeaderMalformed"), (_, "PermanentRedirect"), (301, _), (307, _):
            let region = document?.text("Region") ?? head["x-amz-bucket-region"]
            let advice = region.map { "set --s3-region \(Self.harmless($0))" } ?? "correct --s3-region or --s3-endpoint"
            self = make(.refused, "The bucket “\(place.bucket)” is in another region or at another address; \(advice).")
        case (412, _), (_, "PreconditionFailed"):
            self = make(.preconditionFailed, "\(host) does not \(request.purpose): the object has changed.")
        case (409, _), (_, "ConditionalRequestConflict"):
            self = make(.conflict, "\(host) does not \(request.purpose): something else is changing the object.")
        case (404, _):
            self = make(.notFound, "\(host) can't \(request.purpose): there is no such object.")
        case (501, _):
            self = make(.notImplemented, "\(host) does not know how to \(request.purpose).")
        case (_, "BadDigest"), (_, "XAmzContentSHA256Mismatch"), (_, "XAmzContentChecksumMismatch"),
            (_, "InvalidDigest"):
            self = make(.damaged, "\(host) does not \(request.purpose): the bytes arrived damaged.")
        case (403, _):
            self = make(
                .credentials,
                "\(host) does not allow these credentials to \(request.purpose); correct them or their policy.\(text.isEmpty ? "" : " It says: \(text)")"
            )
        case (500..., _), (429, _), (_, "RequestTimeout"), (_, "SlowDown"), (_, "InternalError"),
            (_, "ServiceUnavailable"):
            self = make(
                .unavailable, "\(host) can't \(request.purpose) at the moment: status \(head.status) \(word ?? "").")
        default:
            self = make(
                .refused,
                "\(host) refuses to \(request.purpose): status \(head.status) \(word.map(Self.harmless) ?? "") \(text)")
        }
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
