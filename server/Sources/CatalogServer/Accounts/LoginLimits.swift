import AppGroup

/// How often a password may be tried, from one address and for one name, whether there is such a user or not.
///
/// An attempt is taken before the password is looked at, so that many at once count each, and given back where it was right.
final class LoginLimits: Sendable {
    private let addresses: TokenBuckets<ArraySlice<UInt8>>
    private let names: TokenBuckets<UserName>

    /// - Parameters:
    ///   - addressBurst: Wrong passwords in a row from one address; then one in `addressInterval` seconds.
    ///   - nameBurst: Wrong passwords in a row for one name; then one in `nameInterval` seconds.
    init(addressBurst: Int = 20, addressInterval: Double = 6, nameBurst: Int = 10, nameInterval: Double = 30) {
        addresses = TokenBuckets(burst: addressBurst, interval: addressInterval)
        names = TokenBuckets(burst: nameBurst, interval: nameInterval)
    }

    /// Throws `tooManyAttempts` where there were.
    func takeAttempt(for name: UserName?, from address: ClientAddress?, at now: Timestamp) throws(ServiceError) {
        if let address, let wait = addresses.take(address.subscriber, at: now) {
            throw Self.refusal("from your address", wait)
        }
        if let name, let wait = names.take(name, at: now) {
            throw Self.refusal("for this user", wait)
        }
    }

    func giveBackAttempt(for name: UserName?, from address: ClientAddress?) {
        if let address { addresses.giveBack(address.subscriber) }
        if let name { names.giveBack(name) }
    }

    private static func refusal(_ origin: String, _ wait: Int) -> ServiceError {
        ServiceError(
            .tooManyAttempts, "Too many passwords were tried \(origin); try again in \(wait) s.", retryAfter: wait)
    }
}
