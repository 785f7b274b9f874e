import Testing

@testable import MailReading

@Suite("Senders")
struct SenderTests {
    @Test(
        "The sender is the first mailbox of the list",
        arguments: [
            ("ada@example.org", "", "ada@example.org"), ("<ada@example.org>", "", "ada@example.org"),
            ("Ada Lovelace <ada@example.org>", "Ada Lovelace", "ada@example.org"),
            ("\"Lovelace, Ada\" <ada@example.org>, Bob <b@c>", "Lovelace, Ada", "ada@example.org"),
            ("\"say \\\"hi\\\" \\\\\" <a@b>", "say \"hi\" \\", "a@b"),
            ("ada@example.org (Ada (Countess) Lovelace)", "Ada (Countess) Lovelace", "ada@example.org"),
            ("Ada (a comment) Lovelace <a@b> (another)", "Ada Lovelace", "a@b"),
            ("\"odd@local part\"@example.org", "", "\"odd@local part\"@example.org"),
            ("Analysts: Ada <a@b>, c@d;", "Ada", "a@b"), ("Nobody: ;, Ada <a@b>", "Ada", "a@b"),
            ("Undisclosed recipients:;", "Undisclosed recipients", ""),
            (", , Ada <a@b>", "Ada", "a@b"), ("MAILER-DAEMON", "", "MAILER-DAEMON"),
            ("=?utf-8?Q?a=2C_b_=3Cx=40y=3E?= <a@b>", "a, b <x@y>", "a@b"),
            ("a@[IPv6:::1]", "", "a@[IPv6:::1]"), ("Ada <@route,@x:a@b>", "Ada", "@route,@x:a@b"),
            ("\"Ada <a@b>", "", "\"Ada <a@b>\""), ("Ada <a@b", "Ada", "a@b"),
        ])
    func isTheFirstMailbox(list: String, name: String, address: String) throws {
        let sender = try #require(Sender(parsing: list))
        #expect(sender.name == name)
        #expect(sender.address == address)
    }

    @Test("A list without an address or a name has no sender", arguments: ["", "  ", "<>", ",;,", "()", ":;"])
    func mayBeNobody(list: String) {
        #expect(Sender(parsing: list) == nil)
    }

    @Test("A sender is described by both name and address, so that a name alone can't deceive")
    func isDescribed() throws {
        #expect(
            try #require(Sender(parsing: "\"bank@bank.example\" <x@evil.example>")).description
                == "bank@bank.example <x@evil.example>")
    }
}
