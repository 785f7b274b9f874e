public import AppGroup
public import Serving

/// Limits how often a password may be tried, from one address and for one name, whether or not there is such a user,
/// and how often a user may log in with the right one.
///
/// An attempt is taken before the password is checked, so that simultaneous attempts all count, and given back if the password was
/// right.
public protocol AttemptLimits: Sendable {
    /// Throws `tooManyAttempts` if a limit is reached.
    func takeAttempt(for name: String?, from address: ClientAddress?, at now: Timestamp) async throws
    /// Gives back an attempt with the right password.
    func giveBackAttempt(for name: String?, from address: ClientAddress?) async
    /// Throws `tooManyAttempts` if a user has logged in too often. Each login adds to the audit log for good.
    func takeLogin(of name: String, at now: Timestamp) async throws
    /// Gives back a login that failed after that.
    func giveBackLogin(of name: String) async
}

/// How often something may be tried: a number of times in a row, and after that once per interval.
public struct AttemptRate: Hashable, Sendable {
    /// How many times in a row; at least 1.
    public let burst: Int
    /// Seconds until one more time is allowed; above 0.
    public let interval: Double

    /// A number of attempts in a row, and then one per `interval` seconds.
    public init(burst: Int, interval: Double) { (self.burst, self.interval) = (burst, interval) }
}

/// The limits of a server that is the only one, kept in its memory.
public final class LoginLimits: AttemptLimits {
    /// Wrong passwords from one address.
    public let addressRate: AttemptRate
    /// Wrong passwords for one name.
    public let nameRate: AttemptRate
    private let addresses: TokenBuckets<ArraySlice<UInt8>>
    private let names: TokenBuckets<String>
    private let logins: TokenBuckets<String>

    /// - Parameters:
    ///   - addressBurst: Wrong passwords in a row from one address; after that, one every `addressInterval` seconds.
    ///   - nameBurst: Wrong passwords in a row for one name; after that, one every `nameInterval` seconds.
    ///   - loginBurst: Logins of one user in a row; after that, one every `loginInterval` seconds.
    public init(
        addressBurst: Int = 20, addressInterval: Double = 6, nameBurst: Int = 10, nameInterval: Double = 30,
        loginBurst: Int = Session.mostOfUser, loginInterval: Double = 5
    ) {
        addressRate = AttemptRate(burst: addressBurst, interval: addressInterval)
        nameRate = AttemptRate(burst: nameBurst, interval: nameInterval)
        addresses = TokenBuckets(burst: addressBurst, interval: addressInterval)
        names = TokenBuckets(burst: nameBurst, interval: nameInterval)
        logins = TokenBuckets(burst: loginBurst, interval: loginInterval)
    }

    /// Throws `tooManyAttempts` if a limit is reached.
    public func takeAttempt(for name: String?, from address: ClientAddress?, at now: Timestamp) throws(ServiceError) {
        if let address, let wait = addresses.take(address.subscriber, at: now) {
            throw Self.refusal("from your address", wait)
        }
        if let name, let wait = names.take(name, at: now) {
            // No password was tried, so another user at this address may still try one.
            if let address { addresses.giveBack(address.subscriber) }
            throw Self.refusal("for this user", wait)
        }
    }

    /// Gives back an attempt with the right password.
    public func giveBackAttempt(for name: String?, from address: ClientAddress?) {
        if let address { addresses.giveBack(address.subscriber) }
        if let name { names.giveBack(name) }
    }

    /// Throws `tooManyAttempts` if a user has logged in too often.
    public func takeLogin(of name: String, at now: Timestamp) throws(ServiceError) {
        guard let wait = logins.take(name, at: now) else { return }
        throw ServiceError(
            .tooManyAttempts, "This user has logged in too often; try again in \(wait) s.", retryAfter: wait)
    }

    /// Gives back a login that failed.
    public func giveBackLogin(of name: String) { logins.giveBack(name) }

    /// The answer to an attempt beyond a limit.
    ///
    /// - Parameter wait: The seconds until the next attempt is allowed.
    public static func refusal(_ origin: String, _ wait: Int) -> ServiceError {
        ServiceError(
            .tooManyAttempts, "There were too many login attempts \(origin); try again in \(wait) s.", retryAfter: wait)
    }
}
