import AppGroup
import Foundation
import Logging
import ServerTestSupport
import TestSupport
import Testing

@testable import Serving

/// Certificates that have expired or are not valid yet. The clock moves, and all certificates begin now.
struct ServedCertificatesTests {
    private let folder: TemporaryFolder
    private let registry = PrometheusRegistry()
    private let lines = Guarded([String]())
    private let moment: Guarded<Timestamp>
    /// Valid for two days and for thirty.
    private let (short, long): (TLSFiles, TLSFiles)

    init() async throws {
        folder = try TemporaryFolder()
        let (two, thirty) = (
            try await folder.makeCertificate("short", days: 2), try await folder.makeCertificate("long", days: 30)
        )
        short = TLSFiles(certificates: two.certificate, privateKey: two.key)
        long = TLSFiles(certificates: thirty.certificate, privateKey: thirty.key)
        moment = Guarded(.now)
    }

    private func open(_ files: TLSFiles) throws -> ServedCertificates {
        let logger = Logger(into: lines)
        return try ServedCertificates(files, metrics: registry, clock: { [moment] in moment.value }, logger: logger)
    }

    private func advance(days: Int) { moment.withLock { $0 = $0.adding(days: days) } }

    /// Puts other certificates where some are served from.
    private func replace(_ files: TLSFiles, with others: TLSFiles) throws {
        for (file, other) in [(files.certificates, others.certificates), (files.privateKey, others.privateKey)] {
            try Data(contentsOf: URL(filePath: other)).write(to: URL(filePath: file), options: .atomic)
        }
    }

    private func pair(_ files: TLSFiles) throws -> CertificatePair {
        try CertificatePair(CertificatePair.Contents(files), of: files)
    }

    private func isServing(_ served: ServedCertificates, _ pair: CertificatePair) -> Bool {
        served.configuration.certificateChain == pair.chain
    }

    @Test func `Certificates that have expired do not replace valid ones, and the log says so once`() throws {
        let served = try open(long)
        let first = try pair(long)
        advance(days: 3)
        try replace(long, with: short)
        for _ in 0..<3 { served.look() }
        #expect(isServing(served, first))
        #expect(lines.value.count == 1, "\(lines.value)")
        let line = lines.value.first ?? ""
        #expect(line.contains(#""level":"error""#) && line.contains("the earlier ones stay"), "\(line)")
        #expect(line.contains("was valid only until \(try pair(short).end)"), "\(line)")
        let end = "tls_certificate_not_after_seconds \(Double(first.end.seconds))\n"
        #expect(registry.exposition().contains(end), "\(registry.exposition())")
    }

    /// Puts certificates that are not valid yet where others are served from.
    ///
    /// - Returns: Both.
    private func replaceWithEarly(_ files: TLSFiles) async throws -> (first: CertificatePair, next: CertificatePair) {
        let first = try pair(files)
        // Certificates begin with a whole second.
        try await Task.sleep(for: .milliseconds(1100))
        let (certificate, key) = try await folder.makeCertificate("later")
        moment.withLock { $0 = first.begin }
        try replace(files, with: TLSFiles(certificates: certificate, privateKey: key))
        return (first, try pair(files))
    }

    @Test func `The log says once that certificates are not valid yet, even if their key was missing for a moment`()
        async throws
    {
        let served = try open(short)
        let (_, next) = try await replaceWithEarly(short)
        served.look()
        let key = try Data(contentsOf: URL(filePath: short.privateKey))
        try FileManager.default.removeItem(atPath: short.privateKey)
        served.look()
        try key.write(to: URL(filePath: short.privateKey))
        served.look()
        let words = lines.value.map { $0.contains("are not valid yet") ? "early" : "error" }
        #expect(words == ["early", "error"], "\(lines.value)")
        moment.withLock { $0 = next.begin }
        served.look()
        #expect(isServing(served, next))
    }

    @Test func `Certificates that are not valid yet are used once they are`() async throws {
        let served = try open(short)
        let (first, next) = try await replaceWithEarly(short)
        for _ in 0..<3 { served.look() }
        #expect(isServing(served, first))
        let line = lines.value.first ?? ""
        #expect(lines.value.count == 1 && line.contains(#""level":"warning""#), "\(lines.value)")
        #expect(line.contains("are not valid yet") && line.contains("is not valid until \(next.begin)"), "\(line)")
        moment.withLock { $0 = next.begin }
        served.look()
        #expect(isServing(served, next))
    }

    @Test func `A key that was missing for a moment does not make the certificates new`() throws {
        let served = try open(long)
        let key = try Data(contentsOf: URL(filePath: long.privateKey))
        try FileManager.default.removeItem(atPath: long.privateKey)
        served.look()
        try key.write(to: URL(filePath: long.privateKey))
        served.look()
        #expect(lines.value.count == 1 && lines.value.first?.contains("can't be read") == true, "\(lines.value)")
    }

    @Test func `The log says once that certificates expire soon, and once that they have expired`() throws {
        let served = try open(long)
        #expect(lines.value.isEmpty)
        for days in [22, 2, 1, 6, 1] {
            advance(days: days)
            served.look()
        }
        #expect(lines.value.count == 2, "\(lines.value)")
        #expect(lines.value.first?.contains(#""level":"warning""#) == true)
        #expect(lines.value.last?.contains(#""level":"error""#) == true)
        try replace(long, with: short)
        served.look()
        #expect(lines.value.count == 4, "\(lines.value)")
    }

    @Test func `A server starts with certificates that have expired, and the log says so`() throws {
        advance(days: 3)
        let served = try open(short)
        #expect(lines.value.count == 1 && lines.value.first?.contains("was valid only until") == true)
        try replace(short, with: long)
        served.look()
        #expect(isServing(served, try pair(long)))
        #expect(lines.value.count == 2 && lines.value.last?.contains("are in use") == true, "\(lines.value)")
    }
}
