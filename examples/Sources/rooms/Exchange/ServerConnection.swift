import Downloading
import EWS
import ToolProgram
import ToolSupport

/// How rooms reaches the server of its account.
struct ServerConnection {
    private let state: RoomsState
    private let jobs: Int

    /// - Parameter jobs: The most requests at once.
    init(_ state: RoomsState, jobs: Int = 2) { (self.state, self.jobs) = (state, jobs) }

    /// Gets the password, and a client that logs in with its first request. The user may be asked, so a process calls this before
    /// its turn to change meetings. A stored password that the server has just refused is not sent again.
    func server(password: (Account) throws -> String = { try $0.password() }) throws -> ExchangeClient {
        guard let account = state.account else { throw ToolError.notLoggedIn }
        let folder = try BaseDirectory.data.neededFolder(of: "rooms", in: .current)
        let password = try password(account)
        let refusal = RefusedPassword(password, of: account, in: folder)
        try refusal?.check()
        var server = try Self.server(account, password: password, jobs: jobs, folder: folder)
        server.refusal = refusal
        return server
    }

    /// A client for an account that may not be stored yet.
    ///
    /// - Parameter folder: The folder of the state file.
    static func server(
        _ account: Account, password: String, jobs: Int = 2, folder: String
    ) throws(ToolError) -> ExchangeClient {
        guard let address = WebAddress(account.server), address.isSecure else {
            throw .unreadable(
                "“\(account.server)” is not an address such as https://mail.example.com/EWS/Exchange.asmx")
        }
        var configuration = EWSConfiguration(
            server: address, credentials: Credentials(user: account.user ?? account.email, password: password))
        configuration.authentication = account.authentication == .basic ? .basic : .ntlm
        configuration.authorities = try authorities(account)
        configuration.jobs = jobs
        let backOff = BackOff(folder: folder, host: address.host)
        configuration.backOff = backOff
        configuration.userAgent = "rooms/0.1"
        return ExchangeClient(client: EWSClient(configuration), account: account, backOff: backOff)
    }

    /// Whose certificates are trusted: the system's, and those of the account's file.
    static func authorities(_ account: Account) throws(ToolError) -> Authorities {
        guard let path = account.authorities else { return .environment }
        return .system(and: try CertificateFile.contents(of: path))
    }
}

extension ToolError {
    /// What a user reads about a failed request.
    init(_ error: EWSError, _ account: Account) {
        switch error.code {
        case .invalid: self = .unreadable(error.description)
        case .untrusted where error.transferFailure == .untrusted:
            self = .unavailable(
                "\(error.description) If your company has its own authority: rooms login --ca-file FILE")
        case .unreachable, .untrusted, .notFound: self = .unavailable(error.description)
        case .wrongPassword, .noAuthentication: self = .loginFailed(error.description, account)
        case .busy, .canceled: self = .busy(error.description)
        case .refused where error.response?.code.isTransient == true: self = .busy(error.description)
        case .refused, .notEWS: self = .protocolBroken(error.description)
        }
    }
}
