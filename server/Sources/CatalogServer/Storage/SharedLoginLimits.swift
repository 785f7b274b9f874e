import Accounts
import AppGroup
import AppGroupCrypto
import Serving

/// Limits on wrong passwords that hold for all servers of a catalog together.
struct SharedLoginLimits: AttemptLimits {
    /// The limits of this server alone, which spare the database the attempts that they refuse.
    let own: LoginLimits
    let ledger: any AttemptLedger

    func takeAttempt(for name: String?, from address: ClientAddress?, at now: Timestamp) async throws {
        try own.takeAttempt(for: name, from: address, at: now)
        do {
            if let address, let wait = try await ledger.takeAttempt(Self.key(address), at: own.addressRate) {
                throw LoginLimits.refusal("from your address", wait)
            }
            if let name, let wait = try await ledger.takeAttempt(Self.key(name), at: own.nameRate) {
                // No password was tried, so other users at this address may still try one.
                if let address {
                    own.giveBackAttempt(for: nil, from: address)
                    try? await ledger.giveBackAttempt(Self.key(address), at: own.addressRate)
                }
                throw LoginLimits.refusal("for this user", wait)
            }
        } catch {
            // An attempt that all servers together refuse still counts here, at least for its name, so that a flood soon ends at
            // this server's own limit.
            if (error as? ServiceError)?.code != .tooManyAttempts { own.giveBackAttempt(for: name, from: address) }
            throw error
        }
    }

    /// If the database can't be reached, the attempt stays taken.
    func giveBackAttempt(for name: String?, from address: ClientAddress?) async {
        own.giveBackAttempt(for: name, from: address)
        if let address { try? await ledger.giveBackAttempt(Self.key(address), at: own.addressRate) }
        if let name { try? await ledger.giveBackAttempt(Self.key(name), at: own.nameRate) }
    }

    /// Each server counts its own, which is enough to bound the audit log.
    func takeLogin(of name: String, at now: Timestamp) throws { try own.takeLogin(of: name, at: now) }

    func giveBackLogin(of name: String) { own.giveBackLogin(of: name) }

    private static func key(_ address: ClientAddress) -> String { "address \(address.subscriber.hexadecimal)" }
    private static func key(_ name: String) -> String { "name \(name)" }
}
