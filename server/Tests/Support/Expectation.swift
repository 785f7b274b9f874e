package import Serving
package import Testing

/// Expects `body` to throw a `ServiceError` with this code.
package func expect(
    _ code: ServiceError.Code, sourceLocation: SourceLocation = #_sourceLocation, _ body: () async throws -> Void
) async {
    do {
        try await body()
        Issue.record("Nothing was thrown; \(code.name) was expected.", sourceLocation: sourceLocation)
    } catch let error as ServiceError {
        #expect(error.code.name == code.name, sourceLocation: sourceLocation)
    } catch {
        Issue.record("\(error) was thrown; \(code.name) was expected.", sourceLocation: sourceLocation)
    }
}
