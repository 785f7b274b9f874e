public import Downloading

/// Finds the Exchange server of an address (MS-OXDSCLI, "POX" Autodiscover).
///
/// It asks `https://DOMAIN/autodiscover/autodiscover.xml`, then `https://autodiscover.DOMAIN/…`, then, without credentials,
/// whether `http://autodiscover.DOMAIN/…` redirects to an `https` server, and at last the name server for a record
/// `_autodiscover._tcp.DOMAIN`. Credentials go to `https` servers with a trusted certificate alone, and outside of the address's
/// domain only if ``allowsServer`` says so.
public struct Autodiscovery: Sendable {
    /// Whose server is looked for.
    public var address: EmailAddress

    /// Who logs in.
    public var credentials: Credentials

    /// How the user logs in.
    public var authentication = EWSConfiguration.Authentication.ntlm

    /// Whose certificates are trusted.
    public var authorities = Authorities.environment

    /// How servers are reached.
    public var proxy = Proxy.environment

    /// The time for each request, in seconds.
    public var seconds = 10

    /// The name that servers get (`User-Agent`).
    public var userAgent = "EWS"

    /// Asks the user whether a server outside of the address's domain may get the credentials. It gets the server's name. By
    /// default, none may.
    public var allowsServer: @Sendable (String) async -> Bool = { _ in false }

    /// Asks the user whether a server may get a password that another server has refused. Each attempt may count toward the lockout
    /// of the account. It gets the server's name. By default, none may.
    public var triesAgain: @Sendable (String) async -> Bool = { _ in false }

    /// Gets each URL before it is asked.
    public var reportsStep: @Sendable (String) -> Void = { _ in }

    /// Asks a name server for records. Tests have their own.
    var findsServers: @Sendable (String) -> [ServiceRecords.Server] = { ServiceRecords.servers(for: $0) }

    /// How many times servers may send on, in all.
    private static let redirectLimit = 10

    /// A search for the server of an address.
    public init(_ address: EmailAddress, credentials: Credentials) {
        (self.address, self.credentials) = (address, credentials)
    }

    /// What was found.
    public struct Answer: Sendable, Hashable {
        /// Where the server listens for EWS.
        public let server: WebAddress

        /// The user's name, if the server says it.
        public let displayName: String?
    }

    /// Looks for the server.
    /// - Throws: ``EWSError``: with ``EWSError/Code/wrongPassword`` if a server refused the password and no other one took it, with
    ///   ``EWSError/Code/notFound`` if no URL gave an answer, and with ``EWSError/Code/canceled``.
    public func find() async throws(EWSError) -> Answer {
        var search = Search(self)
        return try await search.run()
    }

    /// The state of one search.
    private struct Search {
        private let settings: Autodiscovery
        private var address: EmailAddress
        private var addresses: Set<EmailAddress>
        private var askedURLs: Set<String> = []
        private var allowed: [String: Bool] = [:]
        private var redirects = 0
        /// A server's refusal of the password. Another server may take it, but gets it only if the user says so.
        private var refusal: EWSError?
        /// What went wrong, as a clause.
        private var lastFailure: String?

        init(_ settings: Autodiscovery) {
            self.settings = settings
            address = settings.address
            addresses = [settings.address]
        }

        mutating func run() async throws(EWSError) -> Answer {
            restart: while true {
                let domain = address.domain
                let path = "/autodiscover/autodiscover.xml"
                for step in 0..<4 {
                    let urls: [String]
                    switch step {
                    case 0: urls = ["https://\(domain)\(path)"]
                    case 1: urls = ["https://autodiscover.\(domain)\(path)"]
                    case 2:
                        urls = try await redirection(from: "http://autodiscover.\(domain)\(path)").map { [$0] } ?? []
                    default:
                        settings.reportsStep("_autodiscover._tcp.\(domain)")
                        urls = settings.findsServers("_autodiscover._tcp.\(domain)").map {
                            "https://\($0.host)\($0.port == 443 ? "" : ":\($0.port)")\(path)"
                        }
                    }
                    for url in urls {
                        switch try await ask(url) {
                        case .found(let answer): return answer
                        case .again: continue restart
                        case .nothing: continue
                        }
                    }
                }
                break
            }
            if let refusal { throw refusal }
            throw EWSError(
                .notFound,
                "No Exchange server was found for \(settings.address.domain)\(lastFailure.map { ": \($0)" } ?? "").")
        }

        private enum Step {
            case found(Answer), again, nothing
        }

        /// Asks a server, and those that it names.
        private mutating func ask(_ first: String) async throws(EWSError) -> Step {
            var next: String? = first
            while let url = next {
                next = nil
                guard askedURLs.insert("\(address) \(url)").inserted, let server = WebAddress(url), server.isSecure,
                    await isAllowed(server)
                else { return .nothing }
                if let refusal, await !settings.triesAgain(server.hostName) { throw refusal }
                settings.reportsStep(url)
                switch try await answer(of: server) {
                case .settings(let url, let displayName):
                    guard let found = WebAddress(url), found.isSecure else {
                        lastFailure = "its address for EWS is not encrypted"
                        return .nothing
                    }
                    guard await isAllowed(found) else { return .nothing }
                    return .found(Answer(server: found, displayName: displayName))
                case .address(let other):
                    try countRedirect()
                    guard addresses.insert(other).inserted else { return .nothing }
                    address = other
                    return .again
                case .url(let url):
                    try countRedirect()
                    next = url
                case .failure(let reason):
                    lastFailure = reason
                case nil: break
                }
            }
            return .nothing
        }

        /// What a server answers after a login; nil if it gives no answer.
        private mutating func answer(of server: WebAddress) async throws(EWSError) -> AutodiscoverAnswer? {
            do {
                let connection = try ServerConnection(settings.configuration(server))
                let (head, receiver) = try await connection.send(
                    AutodiscoverAnswer.question(address), isRepeatable: true
                ) { AutodiscoverReceiver() }
                if head.isRedirect { return head.redirectTarget.map { .url($0) } }
                return try receiver.answer()
            } catch let error as EWSError where error.code == .wrongPassword {
                refusal = error
            } catch let error as EWSError where error.redirectTarget != nil {
                return error.redirectTarget.map { .url($0) }
            } catch {
                let error = EWSError(error, host: server.host)
                if error.code == .canceled { throw error }
                // A server's answer says more than the absence of another server.
                if error.code != .notEWS, lastFailure == nil { lastFailure = error.reason }
            }
            return nil
        }

        /// Where a server sends everybody, if that is an `https` URL. It gets no credentials.
        private mutating func redirection(from url: String) async throws(EWSError) -> String? {
            guard let address = WebAddress(url) else { return nil }
            settings.reportsStep(url)
            do {
                let head = try await settings.client.send(WebRequest(.get, address), to: HeadReceiver())
                guard head.isRedirect, let target = head.redirectTarget, WebAddress(target)?.isSecure == true else {
                    return nil
                }
                try countRedirect()
                return target
            } catch let error as EWSError {
                throw error
            } catch is CancellationError {
                throw EWSError(.canceled, "The search was canceled.")
            } catch {
                return nil
            }
        }

        private mutating func countRedirect() throws(EWSError) {
            redirects += 1
            guard redirects <= Autodiscovery.redirectLimit else {
                throw EWSError(.notFound, "The servers of \(settings.address.domain) redirect again and again.")
            }
        }

        private mutating func isAllowed(_ server: WebAddress) async -> Bool {
            let host = server.hostName.lowercased()
            let domain = settings.address.domain.lowercased()
            // A literal address may end in a zone that reads like the domain: [2001:db8::1%25.example.com] (RFC 6874).
            let isName = !server.host.hasPrefix("[")
            if isName, host == domain || host.hasSuffix(".\(domain)") { return true }
            if let known = allowed[host] { return known }
            let answer = await settings.allowsServer(host)
            if !answer { lastFailure = "\(host) belongs to another domain, and was not allowed" }
            allowed[host] = answer
            return answer
        }
    }

    private func configuration(_ server: WebAddress) -> EWSConfiguration {
        var configuration = EWSConfiguration(server: server, credentials: credentials)
        configuration.authentication = authentication
        configuration.authorities = authorities
        configuration.proxy = proxy
        configuration.seconds = seconds
        configuration.userAgent = userAgent
        return configuration
    }

    private var client: WebClient {
        var client = WebClient(userAgent: userAgent, patience: Patience(silence: seconds))
        client.proxy = proxy
        return client
    }
}

extension EWSError {
    /// The sentence without its period.
    fileprivate var reason: String { description.hasSuffix(".") ? String(description.dropLast()) : description }
}

/// Takes the head of an answer alone.
private final class HeadReceiver: Receiver, Sendable {
    func begin(_ head: ResponseHead) -> Bool { false }
    func receive(_ bytes: [UInt8]) {}
}
