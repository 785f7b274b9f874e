import AppGroup
import AppGroupText

/// A message with one attachment (RFC 5322, RFC 2045 to 2047, RFC 2231).
struct MailMessage {
    let sender: String
    let recipient: String
    let subject: String
    let text: String
    let name: String
    let contents: [UInt8]
    let date: Timestamp
    /// A word that no two messages share.
    let token: String

    /// The message with lines that end in CR and LF.
    var bytes: [UInt8] {
        let boundary = "=_fund_\(token)"
        let head = [
            "From: \(sender)", "To: \(recipient)", "Subject: \(Self.encodedWords(subject))",
            "Date: \(MailDate.text(date))", "Message-ID: <\(token)@fund.invalid>", "MIME-Version: 1.0",
            "Content-Type: multipart/mixed;\r\n boundary=\"\(boundary)\"", "", "--\(boundary)",
            "Content-Type: text/plain; charset=utf-8", "Content-Transfer-Encoding: base64", "",
        ]
        let attachment = [
            "--\(boundary)", "Content-Type: application/octet-stream",
            "Content-Disposition: attachment;\r\n \(Self.parameters(name))", "Content-Transfer-Encoding: base64", "",
        ]
        let lines =
            head + Self.base64Lines(Array(text.utf8)) + attachment + Self.base64Lines(contents) + [
                "--\(boundary)--", "",
            ]
        return Array(lines.joined(separator: "\r\n").utf8)
    }

    /// The parameter `filename*` in pieces (RFC 2231, 3 and 4).
    private static func parameters(_ name: String) -> String {
        var pieces: [String] = [""]
        for byte in name.utf8 {
            let scalar = Unicode.Scalar(byte)
            let isPlain =
                switch scalar {
                case "a"..."z", "A"..."Z", "0"..."9", "-", ".", "_": true
                default: false
                }
            if pieces[pieces.count - 1].utf8.count > 50 { pieces.append("") }
            let digits = String(byte, radix: 16, uppercase: true)
            pieces[pieces.count - 1] += isPlain ? String(scalar) : digits.utf8.count == 1 ? "%0\(digits)" : "%\(digits)"
        }
        if pieces.count == 1 { return "filename*=UTF-8''\(pieces[0])" }
        return pieces.enumerated().map { index, piece in
            "filename*\(index)*=\(index == 0 ? "UTF-8''" : "")\(piece)"
        }.joined(separator: ";\r\n ")
    }

    /// Encoded words of at most 75 characters, each with whole characters (RFC 2047, 2 and 5).
    private static func encodedWords(_ text: String) -> String {
        if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }), !text.contains("=?"), text.utf8.count < 60 { return text }
        var words: [[UInt8]] = [[]]
        for scalar in text.unicodeScalars {
            let bytes = Array(String(scalar).utf8)
            if words[words.count - 1].count + bytes.count > 42 { words.append([]) }
            words[words.count - 1] += bytes
        }
        return words.map { "=?UTF-8?B?\(Base64.encode($0))?=" }.joined(separator: "\r\n ")
    }

    /// Base64 in lines of 76 characters (RFC 2045, 6.8).
    private static func base64Lines(_ bytes: [UInt8]) -> [String] {
        stride(from: 0, to: bytes.count, by: 57).map { Base64.encode(Array(bytes[$0...].prefix(57))) }
    }
}

/// Dates in messages (RFC 5322, 3.3), in UTC.
enum MailDate {
    static func text(_ date: Timestamp) -> String {
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        // Such as 2026-11-23T09:30:00Z.
        let text = Timestamp(seconds: date.seconds).description
        let day = text.prefix(10).split(separator: "-")
        guard day.count == 3, let month = Int(day[1]), let number = Int(day[2]) else { return text }
        return "\(number) \(months[(month - 1) % 12]) \(day[0]) \(text.dropFirst(11).prefix(8)) +0000"
    }
}
