/// Whether something comes to hold. What one process changes another sees within a second; a busy machine gets longer.
func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
    for _ in 0..<200 {
        if try await condition() { return true }
        try await Task.sleep(for: .milliseconds(50))
    }
    return false
}
