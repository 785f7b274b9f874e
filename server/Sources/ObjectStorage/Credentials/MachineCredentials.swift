import Downloading
import Foundation

/// Credentials of the role of a virtual machine, from the instance metadata service of Amazon EC2, version 2 ("Use the Instance
/// Metadata Service to access instance metadata" in the EC2 user guide).
struct MachineCredentials: CredentialSource {
    let environment: [String: String]
    let web: WebClient

    private static let path = "/latest/meta-data/iam/security-credentials/"

    func credentials() async throws -> ObjectCredentials? {
        guard environment["AWS_EC2_METADATA_DISABLED"]?.lowercased() != "true" else { return nil }
        let text = environment.nonempty("AWS_EC2_METADATA_SERVICE_ENDPOINT") ?? "http://169.254.169.254"
        let server = text.hasSuffix("/") ? String(text.dropLast()) : text
        guard let tokenAddress = WebAddress("\(server)/latest/api/token") else {
            throw ObjectError(.credentials, "AWS_EC2_METADATA_SERVICE_ENDPOINT is not a URL: \(text)")
        }
        let asking = WebRequest(
            .put, tokenAddress, fields: ["X-aws-ec2-metadata-token-ttl-seconds: 21600"], body: BytesBody([]))
        // A machine elsewhere has no such service.
        guard let (status, token) = try? await web.answer(to: asking, of: "the metadata service"), status == 200 else {
            return nil
        }
        let fields = ["X-aws-ec2-metadata-token: \(String(decoding: token, as: UTF8.self))"]
        guard let list = try await document(at: "\(server)\(Self.path)", fields) else { return nil }
        let name = String(decoding: list.prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
        guard !name.isEmpty,
            let bytes = try await document(at: "\(server)\(Self.path)\(PercentEncoding.path(name))", fields),
            let document = try? JSONDecoder().decode(ObjectCredentials.Document.self, from: Data(bytes))
        else {
            throw ObjectError(
                .credentials, "The metadata service gives no credentials for the role “\(name)” of this machine.")
        }
        return document.credentials
    }

    /// - Returns: `nil` if the service has no such document, since the machine has no role.
    private func document(at text: String, _ fields: [String]) async throws -> [UInt8]? {
        guard let address = WebAddress(text) else { return nil }
        let (status, bytes) = try await web.answer(
            to: WebRequest(.get, address, fields: fields), of: "the metadata service")
        if status == 404 { return nil }
        guard status == 200 else {
            throw ObjectError(
                .credentials,
                "The metadata service at \(address.host) does not tell this machine's role: status \(status).")
        }
        return bytes
    }
}
