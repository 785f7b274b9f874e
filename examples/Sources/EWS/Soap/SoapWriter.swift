/// Writes a request: elements in the order of the calls.
struct SoapWriter {
    private(set) var text = ""

    /// An element with a text.
    mutating func element(_ name: String, _ value: String) { element(name, [], value) }

    /// An element with attributes and a text.
    mutating func element(_ name: String, _ attributes: [(String, String)], _ value: String) {
        element(name, attributes) { $0.write(value, inAttribute: false) }
    }

    /// An element with other elements, or an empty one.
    mutating func element(
        _ name: String, _ attributes: [(String, String)] = [], _ content: (inout SoapWriter) -> Void = { _ in }
    ) {
        text += "<\(name)"
        for (key, value) in attributes {
            text += " \(key)=\""
            write(value, inAttribute: true)
            text += "\""
        }
        text += ">"
        let start = text.utf8.count
        content(&self)
        if text.utf8.count == start {
            text.removeLast()
            text += "/>"
        } else {
            text += "</\(name)>"
        }
    }

    /// Text with XML's reserved characters as references. Characters that XML cannot express (XML 1.0, 2.2) become U+FFFD. Not
    /// `MarkupText` of AppGroupText, because the text must arrive exactly, with all white space in attributes and all C1 controls.
    private mutating func write(_ value: String, inAttribute: Bool) {
        for scalar in value.unicodeScalars {
            switch scalar {
            case "&": text += "&amp;"
            case "<": text += "&lt;"
            case ">": text += "&gt;"
            case "\"" where inAttribute: text += "&quot;"
            case "\t", "\n", "\r": text += "&#\(scalar.value);"
            case "\0"..<" ", "\u{FFFE}", "\u{FFFF}": text += "\u{FFFD}"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }

    /// A complete envelope around one operation.
    /// - Parameter version: The version of the schema that it follows.
    static func envelope(version: String, _ operation: (inout SoapWriter) -> Void) -> [UInt8] {
        var writer = SoapWriter()
        writer.text = #"<?xml version="1.0" encoding="utf-8"?>"#
        let namespaces = [
            ("xmlns:s", SoapNames.envelope), ("xmlns:m", SoapNames.messages), ("xmlns:t", SoapNames.types),
        ]
        writer.element("s:Envelope", namespaces) {
            $0.element("s:Header") { $0.element("t:RequestServerVersion", [("Version", version)]) }
            $0.element("s:Body", [], operation)
        }
        return Array(writer.text.utf8)
    }
}

/// The namespaces of EWS.
enum SoapNames {
    static let envelope = "http://schemas.xmlsoap.org/soap/envelope/"
    static let messages = "http://schemas.microsoft.com/exchange/services/2006/messages"
    static let types = "http://schemas.microsoft.com/exchange/services/2006/types"
}
