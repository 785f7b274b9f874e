import XMLReading

/// Reads what an operation answers, inside the body of an envelope.
protocol AnswerReader: AnyObject {
    /// An element begins. The first one is the answer itself.
    func begin(_ tag: borrowing XMLTag)
    /// An element ends.
    func end(_ name: borrowing XMLName)
    /// Text has come.
    func text(_ bytes: UnsafeBufferPointer<UInt8>)
}

/// Reads an answer into a tree.
final class NodeReader: AnswerReader {
    private var builder = XMLTree.Builder()

    /// The answer.
    var root: XMLTree? { builder.root }

    func begin(_ tag: borrowing XMLTag) { builder.begin(tag) }
    func end(_ name: borrowing XMLName) { builder.end() }
    func text(_ bytes: UnsafeBufferPointer<UInt8>) { builder.text(bytes) }
}

/// Reads the envelope around an answer, or around a fault (SOAP 1.1, 4).
final class SoapReader: XMLReceiver {
    /// The document has another root, or something else in the body than what was asked for.
    struct Unexpected: Error {
        let name: String
    }

    private let operation: String
    private let reader: any AnswerReader
    private var fault: XMLTree.Builder?
    private var depth = 0
    private var isInBody = false
    private var isInAnswer = false

    /// Whether the answer began.
    private(set) var hasAnswer = false

    /// - Parameter operation: The name of the answer, such as `GetRoomsResponse`.
    init(_ operation: String, _ reader: any AnswerReader) {
        self.operation = operation
        self.reader = reader
    }

    /// The failure that the server reports; nil if it reports none.
    var complaint: ResponseError? { fault?.root.map(ResponseError.init(fault:)) }

    func begin(_ tag: borrowing XMLTag) throws {
        depth += 1
        if isInAnswer {
            reader.begin(tag)
        } else if fault != nil {
            fault?.begin(tag)
        } else if depth == 1 {
            guard tag.name.isLocal("Envelope"), tag.name.isIn("http://schemas.xmlsoap.org/soap/envelope/") else {
                throw Unexpected(name: tag.name.local)
            }
        } else if depth == 2 {
            isInBody = tag.name.isLocal("Body")
        } else if depth == 3, isInBody {
            if tag.name.isLocal("Fault") {
                fault = XMLTree.Builder()
                fault?.begin(tag)
            } else {
                guard tag.name.local == operation, !hasAnswer else { throw Unexpected(name: tag.name.local) }
                (isInAnswer, hasAnswer) = (true, true)
                reader.begin(tag)
            }
        }
    }

    func end(_ name: borrowing XMLName) {
        if isInAnswer {
            reader.end(name)
            if depth == 3 { isInAnswer = false }
        } else if depth >= 3, isInBody {
            fault?.end()
        }
        depth -= 1
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {
        if isInAnswer { reader.text(bytes) } else { fault?.text(bytes) }
    }
}

extension ResponseError {
    /// A SOAP fault, with Exchange's detail in it.
    init(fault node: XMLTree) {
        let detail = node["detail"]
        let code =
            detail?["ResponseCode"]?.value ?? node["faultcode"]?.value.split(separator: ":").last.map(String.init)
        let message = detail?["Message"]?.value ?? node["faultstring"]?.value ?? ""
        self.init(code ?? "", message, values: node.all("Value"))
    }

    /// The failure that a message reports; nil if it reports success.
    init?(message node: XMLTree) {
        guard node.attributes["ResponseClass"] != "Success" || node["ResponseCode"]?.value != "NoError" else {
            return nil
        }
        let code = node["ResponseCode"]?.value ?? ""
        self.init(code, node["MessageText"]?.value ?? "", values: node["MessageXml"]?.all("Value") ?? [])
    }

    /// - Parameter values: The values in `MessageXml`: how long to wait, and the failure inside an internal server error.
    private init(_ code: String, _ message: String, values: [XMLTree]) {
        let named = { (name: String) in values.first { $0.attributes["Name"] == name }?.value }
        var code = code
        if code == ResponseCode.internalServerError.rawValue, let inner = named("InnerErrorResponseCode") {
            code = inner
        }
        self.init(
            code: ResponseCode(rawValue: code), message: message,
            backOffMilliseconds: named("BackOffMilliseconds").flatMap { Int($0) }.map { min(max(0, $0), 3_600_000) })
    }
}

/// What readers of answers look for in a tree. Namespaces do not matter: EWS uses no name in two of them.
extension XMLTree {
    /// The descendant at the end of a path of names.
    func at(_ path: String...) -> XMLTree? { path.reduce(self) { $0?[$1] } }

    /// Every descendant with a name, in the order of the document.
    func all(_ name: String) -> [XMLTree] {
        children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) }
    }

    /// The text without blanks at its ends.
    var value: String {
        let isBlank = { (character: Character) in character.isWhitespace }
        return String(text.drop(while: isBlank).reversed().drop(while: isBlank).reversed())
    }
}
