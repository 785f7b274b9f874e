import AppGroup
import Synchronization

/// A small number for each package that this process has seen. Many users' rights fit into memory as lists of numbers.
final class PackageNumbers: Sendable {
    private let numbers = Mutex<[AppID: Int]>([:])

    /// The number of a package; `nil` if it has none.
    func known(_ package: AppID) -> Int? { numbers.withLock { $0[package] } }

    /// The number of a package that exists or was granted, from now on if it has none yet. Numbers count from 0.
    func number(of package: AppID) -> Int {
        numbers.withLock { numbers in
            if let known = numbers[package] { return known }
            let new = numbers.count
            numbers[package] = new
            return new
        }
    }
}
