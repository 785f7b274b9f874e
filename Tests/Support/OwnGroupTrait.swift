package import Testing

/// Gives each test, and each argument of a test, a group of its own, and removes it afterwards.
package struct OwnGroupTrait: TestTrait, SuiteTrait, TestScoping {
    package var isRecursive: Bool { true }

    @concurrent
    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let group = try TestGroup()
        defer { group.remove() }
        try await TestGroup.$bound.withValue(group) { try await function() }
    }
}

extension Trait where Self == OwnGroupTrait {
    /// A group of its own for each test: `TestGroup.current`.
    package static var ownGroup: Self { Self() }
}
