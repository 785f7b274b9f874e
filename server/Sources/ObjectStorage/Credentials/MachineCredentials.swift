import AppGroupPlatform
import Downloading
import Serving

/// Credentials of the role of a virtual machine, from the instance metadata service of Amazon EC2, version 2 ("Use the Instance
/// Metadata Service to access instance metadata" in the EC2 user guide).
struct MachineCredentials: CredentialSource {
    let environment: [String: String]
    let web: WebClient

    private static let path = "/latest/meta-data/iam/security-credentials/"

    /// The service does not know the token, for example since it has restarted.
    private struct TokenRefused: Error {}

    func credentials() async throws -> ObjectCredentials? {
        guard environment["AWS_EC2_METADATA_DISABLED"]?.lowercased() != "true" else { return nil }
        let text = environment.nonempty("AWS_EC2_METADATA_SERVICE_ENDPOINT") ?? "http://169.254.169.254"
        let server = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard let first = try await token(of: server) else { return nil }
        do {
            return try await credentials(of: server, first)
        } catch is TokenRefused {
            guard let next = try await token(of: server) else { return nil }
            do { return try await credentials(of: server, next) } catch is TokenRefused {
                throw ObjectError(
                    .credentials, "The metadata service at \(server) refuses the tokens that it gives: status 401.")
            }
        }
    }

    /// - Returns: `nil` if there is no such service, as on a machine elsewhere.
    private func token(of server: String) async throws -> String? {
        guard let address = WebAddress("\(server)/latest/api/token") else {
            throw ObjectError(.credentials, "AWS_EC2_METADATA_SERVICE_ENDPOINT is not a URL: \(server)")
        }
        let request = WebRequest(
            .put, address, fields: ["X-aws-ec2-metadata-token-ttl-seconds: 21600"], body: BytesBody([]))
        let collector = AnswerCollector(limit: 64 << 10)
        do {
            let head = try await web.send(request, to: collector)
            if head.status >= 500 {
                throw ObjectError(
                    .unavailable, "The metadata service at \(address.host) gives no token: status \(head.status).")
            }
            return head.status == 200 ? String(decoding: collector.bytes, as: UTF8.self) : nil
        } catch let error as DownloadError where error.failure == .silent {
            // The answer does not get through to a container, which is one hop farther away.
            throw ObjectError(
                .unavailable,
                "The metadata service at \(address.host) takes a request for a token, but its answer does not arrive; in a container, raise the machine's hop limit to 2 (HttpPutResponseHopLimit)."
            )
        } catch is DownloadError {
            return nil
        }
    }

    /// - Returns: `nil` if the machine has no role.
    private func credentials(of server: String, _ token: String) async throws -> ObjectCredentials? {
        let fields = ["X-aws-ec2-metadata-token: \(token)"]
        guard let list = try await document(at: "\(server)\(Self.path)", fields) else { return nil }
        let name = String(decoding: list.prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
        let role = "the role “\(ObjectError.harmless(name))” of this machine"
        guard !name.isEmpty,
            let bytes = try await document(
                at: "\(server)\(Self.path)\(PercentEncoding.encoded(name, keeping: "/"))", fields)
        else { throw ObjectError(.credentials, "The metadata service names \(role), but gives no credentials for it.") }
        do { return try ObjectCredentials(document: bytes) } catch {
            throw ObjectError(.credentials, "The metadata service answers for \(role) \(error.reason).")
        }
    }

    /// - Returns: `nil` if the service has no such document.
    private func document(at text: String, _ fields: [String]) async throws -> [UInt8]? {
        guard let address = WebAddress(text) else { return nil }
        let (status, bytes) = try await web.answer(
            to: WebRequest(.get, address, fields: fields), of: "the metadata service")
        switch status {
        case 200: return bytes
        case 401: throw TokenRefused()
        case 404: return nil
        default:
            throw ObjectError(
                status >= 500 || status == 429 ? .unavailable : .credentials,
                "The metadata service at \(address.host) does not report this machine's role: status \(status).")
        }
    }
}
