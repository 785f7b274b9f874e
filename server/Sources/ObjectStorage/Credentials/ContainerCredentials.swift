import AppGroupPlatform
import Downloading

/// Credentials of the role of a container, from an address that the container's system gives it
/// (`AWS_CONTAINER_CREDENTIALS_RELATIVE_URI` and `…_FULL_URI`; "Container credential provider" in the AWS SDKs reference guide).
struct ContainerCredentials: CredentialSource {
    let environment: [String: String]
    let web: WebClient

    /// Where Amazon ECS has the relative addresses.
    private static let host = "http://169.254.170.2"

    func credentials() async throws -> ObjectCredentials? {
        let relative = environment.nonempty("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI").map { Self.host + $0 }
        guard let text = relative ?? environment.nonempty("AWS_CONTAINER_CREDENTIALS_FULL_URI") else { return nil }
        guard let address = WebAddress(text), address.isSecure || Self.isNear(address.host) else {
            throw ObjectError(
                .credentials,
                "The address of the container's credentials, \(text), is neither encrypted nor on this machine; correct AWS_CONTAINER_CREDENTIALS_FULL_URI."
            )
        }
        let token = try token()
        let request = WebRequest(.get, address, fields: token.map { ["Authorization: \($0)"] } ?? [])
        let (status, bytes) = try await web.answer(to: request, of: "the container's credentials at \(address.host)")
        guard status == 200 else {
            throw ObjectError(
                status >= 500 || status == 429 ? .unavailable : .credentials,
                "\(address.host) gives this container no credentials: status \(status).")
        }
        do { return try ObjectCredentials(document: bytes) } catch {
            throw ObjectError(.credentials, "\(address.host) gives this container credentials \(error.reason).")
        }
    }

    private func token() throws(ObjectError) -> String? {
        guard let file = environment.nonempty("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE") else {
            return environment.nonempty("AWS_CONTAINER_AUTHORIZATION_TOKEN")
        }
        do {
            let bytes = try Files.contents(of: file, limit: 64 << 10)
            return String(decoding: bytes.prefix { $0 != 10 && $0 != 13 }, as: UTF8.self)
        } catch {
            throw ObjectError(.credentials, "The token \(file) can't be read: \(error.message)")
        }
    }

    /// Whether a host is this machine, or one of the addresses at which Amazon ECS and EKS give credentials.
    private static func isNear(_ host: String) -> Bool {
        let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
        return ["localhost", "[::1]", "169.254.170.2", "169.254.170.23", "[fd00:ec2::23]"].contains(name)
            || name.hasPrefix("127.") && name.allSatisfy { $0.isASCII && $0.isNumber || $0 == "." }
    }
}
