import Testing

@testable import Serving

struct ConnectionTallyTests {
    @Test("Memory goes back once 256 connections have ended, or half as many with TLS", arguments: [false, true])
    func countsEncryption(isEncrypted: Bool) {
        var settings = ServingSettings(listen: ListenAddress(host: "127.0.0.1", port: 0))
        if isEncrypted { settings.tls = TLSFiles(certificates: "chain.pem", privateKey: "key.pem") }
        let tally = ConnectionTally(limits: settings.connectionLimits)
        var ebb = MemoryEbb()
        func isDue() -> Bool { ebb.isDue(peak: tally.takePeak(), now: tally.memory) }
        let count = isEncrypted ? 128 : 256
        for _ in 0..<count { _ = tally.enter() }
        #expect(!isDue())
        for _ in 1..<count { tally.leave() }
        #expect(!isDue())
        tally.leave()
        #expect(isDue())
    }
}
