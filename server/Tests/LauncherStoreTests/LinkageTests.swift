import Foundation
import TestSupport
import Testing

#if os(Linux)
/// Asks the dynamic linker which libraries a program needs, directly and indirectly.
@Suite("What launcher-store is linked with")
struct LinkageTests {
    private func libraries() throws -> [String] {
        let answer = try Finished.run(["/usr/bin/ldd", Sandbox.program], environment: [:])
        try #require(answer.status == 0, "\(answer.errors)")
        let names = answer.output.split(separator: "\n").compactMap { $0.split(whereSeparator: \.isWhitespace).first }
            .compactMap { $0.split(separator: "/").last.map(String.init) }
        try #require(names.contains("libswiftCore.so"), "only a dynamic build shows what it needs")
        return names
    }

    @Test("launcher-store needs neither the whole of Foundation nor ICU")
    func noUnicodeData() throws {
        let names = try libraries()
        #expect(
            !names.contains { $0 == "libFoundation.so" || $0.contains("ICU") || $0.contains("Internationalization") },
            "\(names)")
    }

    @Test("launcher-store loads libcurl only when it sends a request")
    func lateCurl() throws {
        #expect(try !libraries().contains { $0.hasPrefix("libcurl") })
    }
}
#endif
