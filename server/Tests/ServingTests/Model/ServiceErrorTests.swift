import Testing

@testable import Serving

struct ServiceErrorTests {
    @Test func `The log has failures of the server as errors, and what another try may cure as warnings`() {
        #expect(ServiceError(.inputOutput, "The disk fails.").logLevel == .error)
        #expect(ServiceError(.noSpace, "The disk is full.").logLevel == .error)
        #expect(ServiceError(.busy, "Files are being cleaned up.", retryAfter: 2).logLevel == .warning)
    }

    @Test func `The log has no faults of clients, and no requests whose work goes on`() {
        #expect(ServiceError.notFound.logLevel == nil)
        #expect(ServiceError(.tooManyAttempts, "There were too many.", retryAfter: 2).logLevel == nil)
        #expect(ServiceError(.underway, "The file is being stored.", retryAfter: 5).logLevel == nil)
    }
}
