import Downloading

/// The state of one search for the server of an address.
struct AutodiscoverySearch {
    /// How many times servers may send on, in all.
    private static let redirectLimit = 10

    private let settings: Autodiscovery
    private var address: EmailAddress
    private var addresses: Set<EmailAddress>
    private var askedURLs: Set<String> = []
    private var allowed: [String: Bool] = [:]
    private var redirects = 0
    /// A server's refusal of the password. Another server may take it, but gets it only if the user agrees.
    private var refusal: EWSError?
    /// A server whose certificate no trusted authority signed: the user can remedy that.
    private var distrust: EWSError?
    /// The reason of the last other failure, as a sentence.
    private var lastFailure: String?

    init(_ settings: Autodiscovery) {
        self.settings = settings
        address = settings.address
        addresses = [settings.address]
    }

    mutating func run() async throws(EWSError) -> Autodiscovery.Answer {
        while true {
            switch try await searchDomain() {
            case .found(let answer): return answer
            case .otherAddress: continue
            case .nothing:
                let reason = lastFailure.map { " \($0)" } ?? ""
                throw refusal ?? distrust
                    ?? EWSError(.notFound, "No Exchange server was found for \(settings.address.domain).\(reason)")
            }
        }
    }

    private enum Outcome {
        case found(Autodiscovery.Answer)
        /// A server named another address of the user, with which to start over.
        case otherAddress
        case nothing
    }

    /// The places where a domain may name its server, in the order in which they are tried.
    private enum Place: CaseIterable {
        case domain, subdomain, redirection, records
    }

    /// Asks the servers that the domain of the current address leads to.
    private mutating func searchDomain() async throws(EWSError) -> Outcome {
        for place in Place.allCases {
            for url in try await urls(of: place) {
                let outcome = try await ask(url)
                if case .nothing = outcome { continue }
                return outcome
            }
        }
        return .nothing
    }

    private mutating func urls(of place: Place) async throws(EWSError) -> [String] {
        let domain = address.domain
        let path = "/autodiscover/autodiscover.xml"
        switch place {
        case .domain: return ["https://\(domain)\(path)"]
        case .subdomain: return ["https://autodiscover.\(domain)\(path)"]
        case .redirection:
            return try await redirection(from: "http://autodiscover.\(domain)\(path)").map { [$0] } ?? []
        case .records:
            settings.reportsStep("_autodiscover._tcp.\(domain)")
            return settings.findsServers("_autodiscover._tcp.\(domain)").map {
                "https://\($0.host)\($0.port == 443 ? "" : ":\($0.port)")\(path)"
            }
        }
    }

    /// Asks a server, and those that it names.
    private mutating func ask(_ first: String) async throws(EWSError) -> Outcome {
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
                    lastFailure = "\(server.host) names an address for EWS that is not encrypted."
                    return .nothing
                }
                guard await isAllowed(found) else { return .nothing }
                return .found(Autodiscovery.Answer(server: found, displayName: displayName))
            case .address(let other):
                try countRedirect()
                guard addresses.insert(other).inserted else { return .nothing }
                address = other
                return .otherAddress
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

    /// The answer of a server after a login; nil if it gives none.
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
            if error.transferFailure == .untrusted {
                distrust = distrust ?? error
            } else if error.code != .notEWS, lastFailure == nil {
                // A server's answer says more than the absence of another server.
                lastFailure = error.description
            }
        }
        return nil
    }

    /// The URL that a server redirects everybody to, if it is an `https` URL. The server gets no credentials.
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
        guard redirects <= Self.redirectLimit else {
            throw EWSError(.notFound, "The servers of \(settings.address.domain) redirect too many times.")
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
        if !answer { lastFailure = "\(host) belongs to another domain, and was not allowed." }
        allowed[host] = answer
        return answer
    }
}

/// Takes the head of an answer alone.
private final class HeadReceiver: Receiver, Sendable {
    func begin(_ head: ResponseHead) -> Bool { false }
    func receive(_ bytes: [UInt8]) {}
}
