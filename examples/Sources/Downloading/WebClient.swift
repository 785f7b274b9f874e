import CExamplesCurl

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// Asks web servers, by libcurl: one request after the other, on the thread that calls.
public struct WebClient: Sendable {
    /// How long it waits.
    public var patience: Patience

    private let certificates: String?

    /// How often one request may be sent elsewhere.
    private static let redirectLimit = 10

    /// A client that trusts whom the system trusts, or those in the file that the variable `SSL_CERT_FILE` names, as
    /// OpenSSL's own programs do.
    public init(patience: Patience = Patience()) {
        self.patience = patience
        certificates = getenv("SSL_CERT_FILE").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Asks for what is at an address, and follows where the server sends it: never from an encrypted connection to one
    /// that is not.
    /// - Parameters:
    ///   - fields: lines of the request's head, such as `Range: bytes=5-`.
    ///   - receiver: is told of the answer that is no redirect.
    /// - Throws: ``DownloadError``, and what the receiver throws. An answer is no error, whatever its status.
    @discardableResult
    public func get(
        _ address: WebAddress, _ fields: [String] = [], to receiver: any Receiver
    ) throws -> ResponseHead {
        var address = address
        for _ in 0...Self.redirectLimit {
            switch try exchange(address, fields, receiver) {
            case .answer(let head): return head
            case .redirect(let target):
                guard let next = WebAddress(target) else {
                    throw DownloadError(
                        .refused, "\(address.host) sends elsewhere, to what is no web address: \(target)")
                }
                guard next.isSecure || !address.isSecure else {
                    throw DownloadError(
                        .refused, "\(address.host) sends from https to \(next), which is not encrypted: not followed.")
                }
                address = next
            }
        }
        throw DownloadError(.refused, "\(address.host) sends elsewhere again and again.")
    }

    private enum Ending {
        case answer(ResponseHead)
        case redirect(String)
    }

    private func exchange(_ address: WebAddress, _ fields: [String], _ receiver: any Receiver) throws -> Ending {
        guard let curl = Curl.loaded, let handle = curl.easy_init() else {
            throw DownloadError(.unreachable, "libcurl can't be used on this machine: is it installed?")
        }
        defer { curl.easy_cleanup(handle) }
        let exchange = Exchange(receiver, host: address.host)
        exchange.listen(to: handle, curl)
        var list: UnsafeMutablePointer<curl_slist>?
        defer { curl.slist_free_all(list) }
        for field in fields { list = curl.slist_append(list, field) }
        examples_curl_set_pointer(curl, handle, CURLOPT_HTTPHEADER, list)
        configure(handle, curl, for: address)

        let code = withExtendedLifetime(exchange) { curl.easy_perform(handle) }
        if let failure = exchange.failure { throw failure }
        guard code == CURLE_OK || exchange.isEnough else { throw Self.error(code, curl, address) }
        if exchange.isRedirect {
            var target: UnsafeMutablePointer<CChar>?
            examples_curl_get_text(curl, handle, CURLINFO_REDIRECT_URL, &target)
            return .redirect(target.map { String(cString: $0) } ?? "")
        }
        _ = exchange.begin()
        if let failure = exchange.failure { throw failure }
        guard let head = exchange.answer else {
            throw DownloadError(.unreachable, "\(address.host) gave no answer that can be understood.")
        }
        return .answer(head)
    }

    private func configure(_ handle: UnsafeMutableRawPointer, _ curl: Curl, for address: WebAddress) {
        examples_curl_set_text(curl, handle, CURLOPT_URL, address.description)
        examples_curl_set_text(curl, handle, CURLOPT_PROTOCOLS_STR, "http,https")
        examples_curl_set_text(curl, handle, CURLOPT_USERAGENT, "visa/0.1")
        if let certificates { examples_curl_set_text(curl, handle, CURLOPT_CAINFO, certificates) }
        examples_curl_set_number(curl, handle, CURLOPT_CONNECTTIMEOUT, min(patience.connecting, patience.silence))
        examples_curl_set_number(curl, handle, CURLOPT_LOW_SPEED_TIME, patience.silence)
        examples_curl_set_number(curl, handle, CURLOPT_LOW_SPEED_LIMIT, Patience.slowest)
        examples_curl_set_number(curl, handle, CURLOPT_TIMEOUT, patience.total)
    }

    private static func error(_ code: CURLcode, _ curl: Curl, _ address: WebAddress) -> DownloadError {
        let host = address.host
        let sentence =
            switch code {
            case CURLE_COULDNT_RESOLVE_HOST: "\(host) can't be found. Is there a connection to the network?"
            case CURLE_COULDNT_CONNECT: "\(host) can't be reached."
            case CURLE_OPERATION_TIMEDOUT: "\(host) is too slow, or silent."
            case CURLE_PARTIAL_FILE, CURLE_RECV_ERROR, CURLE_GOT_NOTHING: "\(host) broke off the connection."
            case CURLE_PEER_FAILED_VERIFICATION: "The certificate of \(host) can't be trusted."
            default: "\(host): \(curl.easy_strerror(code).map { String(cString: $0) } ?? "code \(code.rawValue)")."
            }
        return DownloadError(.unreachable, sentence)
    }
}
