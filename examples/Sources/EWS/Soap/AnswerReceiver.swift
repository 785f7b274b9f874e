import Downloading
import XMLReading

/// Passes an answer to the reader of XML while it arrives. Afterwards, it knows what to make of it.
///
/// Hence `@unchecked`: the transfer alone uses it until it has ended, and then its sender alone.
final class AnswerReceiver: Receiver, @unchecked Sendable {
    private let soap: SoapReader
    private let xml: XMLReader
    private let host: String
    private var reads = false

    init(_ operation: String, _ reader: any AnswerReader, host: String, limit: Int) throws(XMLError) {
        soap = SoapReader(operation, reader)
        var options = XMLOptions.ofAnswer
        options.limits = XMLLimits(bytes: limit, depth: 64, text: 4 << 20)
        xml = try XMLReader(to: soap, options)
        self.host = host
    }

    func begin(_ head: ResponseHead) throws -> Bool {
        // Exchange answers a fault with 500. The body of any other answer is passed over, which keeps the connection.
        reads = [200, 500].contains(head.status)
        if reads, let kind = head["content-type"]?.lowercased(), kind.contains("html") {
            throw EWSError(.notEWS, "\(host) answered with a web page instead of EWS.", status: head.status)
        }
        return true
    }

    func receive(_ bytes: [UInt8]) throws {
        guard reads else { return }
        do { try xml.read(bytes) } catch { throw notEWS(error) }
    }

    /// Ends the answer.
    /// - Throws: ``EWSError`` if it is no answer, or says that the request failed.
    func finish(_ head: ResponseHead) throws(EWSError) {
        if reads {
            do { try xml.finish() } catch {
                throw head.status == 500 ? Self.refused(head, host) : notEWS(error)
            }
            if let complaint = soap.complaint { throw EWSError(complaint, host: host, status: head.status) }
            guard head.status == 200, soap.hasAnswer else { throw Self.refused(head, host) }
            return
        }
        throw Self.refused(head, host)
    }

    private func notEWS(_ error: any Error) -> EWSError {
        switch error {
        case let error as SoapReader.Unexpected:
            EWSError(.notEWS, "\(host) answered with \"\(error.name)\" instead of EWS.")
        case let error as XMLError where error.code == .tooLarge:
            EWSError(.notEWS, "\(host) sent too much: \(error)")
        default: EWSError(.notEWS, "\(host) gave an answer that is not EWS: \(error)")
        }
    }

    /// An answer without XML.
    static func refused(_ head: ResponseHead, _ host: String) -> EWSError {
        let wait = head.secondsToWait.map { Int(min($0, 3600)) * 1000 }
        // A load balancer sends to its own page if no server behind it answers.
        let isErrorPage = head["location"]?.lowercased().contains("genericerrorpage") ?? false
        if [429, 502, 503, 504].contains(head.status) || isErrorPage {
            return EWSError(.busy, "\(host) is busy. Try later.", status: head.status, backOffMilliseconds: wait)
        }
        let hint = head.status == 404 ? ": is the address right?" : "."
        return EWSError(
            .notEWS, "\(host) answered with status \(head.status) instead of EWS\(hint)", status: head.status,
            redirectTarget: head.isRedirect ? head.redirectTarget : nil)
    }
}

extension XMLOptions {
    /// Exchange writes the control characters of a subject as references, which XML forbids.
    static var ofAnswer: XMLOptions {
        var options = XMLOptions()
        options.leavesOutForbiddenCharacters = true
        return options
    }
}

extension EWSError {
    /// A failure that an Exchange server reported.
    init(_ response: ResponseError, host: String, status: Int? = nil) {
        if response.code.isTransient {
            self.init(.busy, "\(host) is busy: \(response)", response: response, status: status)
        } else {
            self.init(.refused, "\(host) refused: \(response)", response: response, status: status)
        }
    }
}
