import TestSupport
import Testing

@testable import Serving

@Suite("The file name of a download")
struct ContentDispositionTests {
    @Test(
        "The file name is given in ASCII, and also in UTF-8 if it needs that",
        arguments: [
            ("rooms-1.4.ipa", "attachment; filename=\"rooms-1.4.ipa\""),
            ("a\"b\\c/d.ipa", "attachment; filename=\"a_b_c_d.ipa\""),
            ("a\r\nSet-Cookie: x", "attachment; filename=\"a__Set-Cookie_ x\""),
            ("Räume.ipa", "attachment; filename=\"R_ume.ipa\"; filename*=UTF-8''R%C3%A4ume.ipa"),
            ("会議 (1).ipa", "attachment; filename=\"__ (1).ipa\"; filename*=UTF-8''%E4%BC%9A%E8%AD%B0%20%281%29.ipa"),
            ("a\u{202E}b.ipa", "attachment; filename=\"a_b.ipa\""),
        ])
    func isSaid(name: String, header: String) { #expect(ContentDisposition(attachment: name).description == header) }

    @Test(
        "Python reads the file name back from the header",
        arguments: ["Räume 会議 é.ipa", "plain.ipa", "e\u{301}~(1).ipa"])
    func isRead(name: String) async throws {
        let read: String = try await Python.run(
            """
            import email.message, re
            message = email.message.Message()
            # Python reads only one of the two names; clients that know RFC 8187 prefer the other (RFC 6266, section 4.3).
            message["Content-Disposition"] = re.sub('filename="[^"]*"; (?=filename\\\\*)', "", given)
            answer = email.utils.collapse_rfc2231_value(message.get_param("filename", header="content-disposition"))
            """, given: ContentDisposition(attachment: name).description)
        #expect(read == name)
    }
}
