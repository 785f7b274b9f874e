import AppGroup
import Crypto

extension Rollout {
    /// Whether a user is among those who have a release already.
    ///
    /// Each user has a number from 0 to 99 for each version of each package, taken from a hash, which stays: raising the
    /// percentage only adds users, and it is not always the same ones who are first. All platforms of a version share it.
    func includes(_ user: User.ID, for release: Release.Contents) -> Bool {
        if percent >= 100 { return true }
        if percent <= 0 { return false }
        let facts = [
            "\(user.rawValue)", release.package.description.lowercased(), release.version?.description ?? "",
            release.build?.description ?? "",
        ]
        let number = SHA256.hash(data: Array(facts.joined(separator: "\n").utf8)).prefix(8).reduce(UInt64(0)) {
            $0 << 8 | UInt64($1)
        }
        return number % 100 < UInt64(percent)
    }
}
