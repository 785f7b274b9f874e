import AppGroup
import ExamplesTestSupport
import Foundation
import TestSupport
import Testing

@testable import fund

@Suite("Filing mail")
struct MailFilingTests {
    private static let funds = ["Equity 500", "Bonds [EUR]", "Bonds", "Фонд роста"].enumerated().map {
        Fund(id: Int64($0.offset), name: $0.element, created: Timestamp(seconds: 0))
    }

    @Test(
        "The fund in brackets is found after prefixes and tags, and its name can contain brackets",
        arguments: [
            ("[Equity 500] Q3", "Equity 500"), ("Re: [equity 500] Q3", "Equity 500"),
            ("AW: Fwd: RE[2]: [Equity  500]Q3", "Equity 500"), ("[EXTERNAL] Re: [Equity 500] Q3", "Equity 500"),
            ("[Bonds [EUR]] Q3", "Bonds [EUR]"), ("[Bonds] Q3", "Bonds"), ("[ФОНД РОСТА]: отчёт", "Фонд роста"),
            ("Fwd：[ Equity 500 ] x", "Equity 500"), ("Q3 [Equity 500]", nil), ("[Equity 5000] Q3", nil),
            ("[Equity 500", nil), ("Equity 500", nil), ("", nil), ("[]", nil), ("News: [Equity 500]", nil),
        ])
    func subjects(subject: String, fund: String?) {
        #expect(SubjectTag.fund(in: subject, among: Self.funds)?.name == fund)
    }

    @Test("Of two funds whose names are folded alike, mail goes to the one whose name is in its subject")
    func alike() {
        let funds = ["Kisa", "Kısa"].enumerated().map {
            Fund(id: Int64($0.offset), name: $0.element, created: Timestamp(seconds: 0))
        }
        for name in ["Kisa", "Kısa"] {
            #expect(SubjectTag.fund(in: "Re: [\(name)] Kisa Kısa", among: funds)?.name == name)
            #expect(SubjectTag.fund(in: "Re: [\(name)] Q3", among: funds.reversed())?.name == name)
        }
        #expect(SubjectTag.fund(in: "[KISA] Q3", among: funds) != nil)
    }

    @Test("A long subject of brackets and colons costs little")
    func longSubjects() {
        for pattern in ["[", "]", "Re:", "[x]", "[Bonds"] {
            #expect(SubjectTag.fund(in: String(repeating: pattern, count: 50_000), among: Self.funds) == nil)
        }
    }

    @Test("Only mail of trusted senders for whom the own server vouches is filed; all other mail is kept as unfiled")
    func trust() async throws {
        let server = try await MailPeer()
        let anna = try await server.investor()
        try await anna.succeed("mail", "trust", "ben@example.com", "@house.example")
        let good = "mx.example.org; spf=pass smtp.mailfrom=ben@example.com; dkim=pass header.d=example.com"
        let forged = "Authentication-Results: mx.example.org; dmarc=pass header.from=example.com\n"
        let cases: [(name: String, message: String, isFiled: Bool)] = [
            ("vouched", MailPeer.message("[Equity 500] vouched", results: good), true),
            (
                "domain",
                MailPeer.message(
                    "[Equity 500] domain", from: "x@house.example",
                    results: "mx.example.org 1; dkim=pass header.i=@house.example"),
                true
            ),
            (
                "stranger",
                MailPeer.message(
                    "[Equity 500] stranger", from: "eve@evil.example",
                    results: "mx.example.org; dmarc=pass header.from=evil.example"), false
            ),
            ("nobody vouches", MailPeer.message("[Equity 500] nobody vouches", results: nil), false),
            (
                "fails",
                MailPeer.message(
                    "[Equity 500] fails", results: "mx.example.org; dmarc=fail; dkim=pass header.d=example.com"),
                false
            ),
            (
                "other signer",
                MailPeer.message(
                    "[Equity 500] other signer", results: "mx.example.org; dkim=pass header.d=evil.example"), false
            ),
            (
                "other server",
                MailPeer.message(
                    "[Equity 500] other server", results: "mx.evil.example; dmarc=pass header.from=example.com"), false
            ),
            (
                "forged below",
                MailPeer.message(
                    "[Equity 500] forged below", results: "mx.example.org; dmarc=fail header.from=example.com",
                    more: forged),
                false
            ),
            (
                "forged comment",
                MailPeer.message(
                    "[Equity 500] forged comment", results: "mx.example.org; none (dmarc=pass header.from=example.com)"),
                false
            ),
            ("two senders", MailPeer.message("[Equity 500] two senders", more: "From: eve@evil.example\n"), false),
            (
                "list of senders",
                MailPeer.message("[Equity 500] list of senders", from: "ben@example.com, eve@evil.example"),
                false
            ),
            (
                "name only",
                MailPeer.message(
                    "[Equity 500] name only", from: "\"ben@example.com\" <eve@evil.example>",
                    results: "mx.example.org; dmarc=pass header.from=evil.example"), false
            ),
            ("no fund", MailPeer.message("[Other] no fund"), false),
        ]
        for mail in cases { try server.deliver(mail.message) }
        try await anna.succeed("mail", "fetch")
        let filed = Set(try await anna.records("mail", "list", "--fund", "equity").map { $0[5] })
        let unfiled = Set(try await anna.records("mail", "list", "--unfiled").map { $0[5] })
        #expect(filed.count + unfiled.count == cases.count)
        for mail in cases {
            #expect((mail.isFiled ? filed : unfiled).contains { $0.hasSuffix(mail.name) }, "\(mail.name)")
        }
    }

    @Test("Mail that arrived before is filed once its sender is trusted, its server is named or its fund exists")
    func later() async throws {
        let server = try await MailPeer()
        let anna = try await server.investor("--authserv-id", "", funds: [])
        try server.deliver(MailPeer.message("[Equity 500] Q3"))
        let fetched = try await anna.succeed("mail", "fetch")
        #expect(fetched.errors.contains("mail account set anna@example.org --authserv-id mx.example.org"))
        try await anna.succeed("new", "Equity 500")
        try await anna.succeed("mail", "trust", "Ben@Example.com")
        #expect(try await anna.records("mail", "list", "--unfiled").count == 1)
        try await anna.succeed("mail", "account", "set", "anna", "--authserv-id", "MX.example.org")
        #expect(try await anna.records("mail", "list", "--unfiled").isEmpty)
        #expect(try await anna.succeed("mail", "trust").output == "ben@example.com\n")
    }

    @Test("A message filed by hand stays there, and mail of a removed fund is unfiled until the rules file it again")
    func byHand() async throws {
        let server = try await MailPeer()
        let anna = try await server.investor(funds: ["Equity 500", "Bonds"])
        try await anna.succeed("mail", "trust", "ben@example.com")
        try server.deliver(MailPeer.message("[Equity 500] Q3"))
        try await anna.succeed("mail", "fetch")
        try await anna.succeed("mail", "file", "1", "--fund", "bonds")
        try await anna.succeed("mail", "fetch")
        #expect(try await anna.records("mail", "list")[0][3] == "Bonds")
        try await anna.succeed("mail", "file", "1", "--unfiled")
        try await anna.succeed("mail", "fetch")
        #expect(try await anna.records("mail", "list")[0][3] == "")
        try await anna.succeed("mail", "file", "1", "--fund", "bonds")
        try await anna.succeed("rm", "Bonds", "--yes", "--forever")
        #expect(try await anna.records("mail", "list")[0][3] == "")
        #expect(try anna.app.badge == 0)
        try await anna.succeed("mail", "fetch")
        #expect(try await anna.records("mail", "list")[0][3] == "Equity 500", "the rules decide again")
        #expect(try await anna.fund("mail", "file", "9", "--fund", "equity").ending == .exit(66))
        #expect(try await anna.fund("mail", "file", "1", "--fund", "none").ending == .exit(66))
        #expect(try await anna.fund("mail", "trust", "--remove", "eve@example.com").ending == .exit(66))
        #expect(try await anna.fund("mail", "trust", "nobody").ending == .exit(64))
    }
}
