import AppGroupPlatform
import Downloading
import XMLReading

/// Credentials of a role, for a token in a file, as programs in Kubernetes have it: `AWS_WEB_IDENTITY_TOKEN_FILE` and
/// `AWS_ROLE_ARN` (`AssumeRoleWithWebIdentity` in the AWS Security Token Service API reference).
struct WebIdentityCredentials: CredentialSource {
    let environment: [String: String]
    let region: String
    let web: WebClient

    func credentials() async throws -> ObjectCredentials? {
        guard let file = environment.nonempty("AWS_WEB_IDENTITY_TOKEN_FILE"),
            let role = environment.nonempty("AWS_ROLE_ARN")
        else { return nil }
        let token: [UInt8]
        do { token = try Files.contents(of: file, limit: 64 << 10) } catch {
            throw ObjectError(.credentials, "The token \(file) can't be read: \(error.message)")
        }
        let server =
            environment.nonempty("AWS_ENDPOINT_URL_STS") ?? "https://sts.\(region).amazonaws.com"
        let session = environment.nonempty("AWS_ROLE_SESSION_NAME") ?? "app-group"
        let query = RequestSigner.canonicalQuery([
            ("Action", "AssumeRoleWithWebIdentity"), ("Version", "2011-06-15"), ("RoleArn", role),
            ("RoleSessionName", session),
            ("WebIdentityToken", String(decoding: token.prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)),
        ])
        guard let address = WebAddress(server.hasSuffix("/") ? server : server + "/") else {
            throw ObjectError(.credentials, "AWS_ENDPOINT_URL_STS is not a URL: \(server)")
        }
        let request = WebRequest(
            .post, address, fields: ["Content-Type: application/x-www-form-urlencoded"],
            body: BytesBody(Array(query.utf8)))
        let (status, bytes) = try await web.answer(to: request, of: "the server of roles at \(address.host)")
        let document = XMLTree(answer: bytes)
        guard status == 200, let found = document?["AssumeRoleWithWebIdentityResult"]?["Credentials"],
            let key = found.text("AccessKeyId"), let secret = found.text("SecretAccessKey")
        else {
            let refusal = document?["Error"]
            let words = [refusal?.text("Code"), refusal?.text("Message")].compactMap { $0 }.joined(separator: ": ")
            throw ObjectError(
                status >= 500 || status == 429 ? .unavailable : .credentials,
                "\(address.host) gives no credentials for the role \(role) and the token \(file): status \(status). \(ObjectError.harmless(words))"
            )
        }
        do {
            return ObjectCredentials(
                key: key, secret: secret, token: found.text("SessionToken"),
                expiration: try ObjectCredentials.expiration(found.text("Expiration")))
        } catch {
            throw ObjectError(.credentials, "\(address.host) gives credentials for the role \(role) \(error.reason).")
        }
    }
}
