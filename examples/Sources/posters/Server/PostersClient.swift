import ToolClient
import ToolProgram

/// A client of a server of posters, for one account.
typealias PostersClient = JSONClient

extension PostersClient {
    typealias Call = ServerCall
    typealias Answer = CallAnswer

    /// - Parameters:
    ///   - address: Such as `https://posters.example.org`. Without encryption only on this machine.
    ///   - token: Proves who asks; nil without a login.
    ///   - authorities: The path of a file with certificates to trust in addition to the system's.
    init(_ address: String, token: String? = nil, authorities: String? = nil) throws(ToolError) {
        try self.init(
            address, of: "posters", sending: "no password and no report", authorities: authorities)
        if let token { proof = { _, _ in ["Authorization: Bearer \(token)"] } }
    }
}
