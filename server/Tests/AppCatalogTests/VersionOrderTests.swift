import AppCatalog
import Testing

@Suite("Version order")
struct VersionOrderTests {
    /// Each line from the oldest to the newest.
    static let ladders = [
        ["0.9", "1", "1.0.1", "1.1", "1.9", "1.10", "2", "10"],
        // Semantic Versioning 2.0.0, section 11.
        [
            "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta", "1.0.0-beta.2", "1.0.0-beta.11",
            "1.0.0-rc.1",
            "1.0.0", "2.0.0", "2.1.0", "2.1.1",
        ],
        ["1.0b1", "1.0b2", "1.0rc9", "1.0rc10", "1.0", "1.0.1a", "1.0.1"],
        ["2026.9.30", "2026.10.1", "2026.11"],
        ["7", "99999999999999999998", "99999999999999999999", "100000000000000000000"],
        ["1.2-1", "1.2-2", "1.2-10"],
        ["1.0-ä", "1.0"],
    ]

    @Test("The newer of two versions is recognized in either order", arguments: ladders)
    func order(ladder: [String]) {
        for (index, older) in ladder.enumerated() {
            #expect(VersionOrder.compare(older, older) == 0)
            for newer in ladder[(index + 1)...] {
                #expect(VersionOrder.compare(older, newer) < 0, "\(older) before \(newer)")
                #expect(VersionOrder.compare(newer, older) > 0, "\(newer) after \(older)")
            }
        }
    }

    @Test(
        "Versions that differ only in spelling are equal",
        arguments: [
            ("1", "1.0"), ("1.0", "1.0.0"), ("01.2", "1.02"), ("1.0+build5", "1.0"), ("1_0-beta.2", "1.0beta2"),
            ("", "0"),
        ])
    func equal(one: String, other: String) {
        #expect(VersionOrder.compare(one, other) == 0)
    }

    @Test("Any three versions have one consistent order")
    func consistency() {
        var chance = SystemRandomNumberGenerator()
        let pieces = ["0", "1", "2", "10", ".", "-", "a", "rc", "+x", "é"]
        for _ in 0..<20_000 {
            let versions = (0..<3).map { _ in
                (0..<Int.random(in: 0...5, using: &chance)).map { _ in pieces.randomElement(using: &chance) ?? "" }
                    .joined()
            }
            let (a, b, c) = (versions[0], versions[1], versions[2])
            let (ab, bc, ac) = (
                VersionOrder.compare(a, b), VersionOrder.compare(b, c), VersionOrder.compare(a, c)
            )
            #expect(ab.signum() == -VersionOrder.compare(b, a).signum(), "\(versions)")
            if ab <= 0, bc <= 0 { #expect(ac <= 0, "\(versions)") }
            if ab == 0, bc == 0 { #expect(ac == 0, "\(versions)") }
        }
    }
}
