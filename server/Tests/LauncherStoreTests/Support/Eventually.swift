import Foundation

/// Whether something comes to hold. The server sees within a second what a command changed; a busy machine gets longer.
func eventually(_ condition: () throws -> Bool) rethrows -> Bool {
    for _ in 0..<100 {
        if try condition() { return true }
        Thread.sleep(forTimeInterval: 0.1)
    }
    return false
}
