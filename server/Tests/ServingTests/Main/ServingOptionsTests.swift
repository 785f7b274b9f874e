import Serving
import Testing

struct ServingOptionsTests {
    @Test func `Trusted proxies may have spaces between them`() throws {
        let options = try ServingOptions.parse(["--trusted-proxies", "127.0.0.1, ::1"])
        let settings = try options.settings(listen: "127.0.0.1:0")
        #expect(settings.trustedProxies.map(\.description) == ["127.0.0.1/32", "::1/128"])
    }
}
