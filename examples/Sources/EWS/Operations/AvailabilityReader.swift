import XMLReading

/// Reads the answers to an availability question while they arrive.
final class AvailabilityReader: AnswerReader {
    // One value, so that each call checks only once that no other call is changing it.
    private var builder: AvailabilityBuilder

    init(_ question: AvailabilityQuestion) { builder = AvailabilityBuilder(question) }

    /// One for each mailbox, in the order of the question.
    var answers: [Result<FreeBusy, ResponseError>] { builder.answers }

    func begin(_ tag: borrowing XMLTag) { builder.begin(tag) }
    func text(_ bytes: UnsafeBufferPointer<UInt8>) { builder.text(bytes) }
    func end(_ name: borrowing XMLName) { builder.end(name) }
}

/// The answers that have been read so far.
private struct AvailabilityBuilder {
    private let question: AvailabilityQuestion
    private var vocabulary = XMLVocabulary(Word.allCases.map { .init($0.rawValue, in: $0.namespace, $0) })

    private(set) var answers: [Result<FreeBusy, ResponseError>] = []

    private var mailbox = PartialAnswer()
    private var event = PartialEvent()

    /// The property that the current text belongs to.
    private var word: Word?
    private var bytes: [UInt8] = []

    init(_ question: AvailabilityQuestion) { self.question = question }

    /// The names that matter.
    private enum Word: String, CaseIterable {
        case freeBusyResponse = "FreeBusyResponse"
        case responseMessage = "ResponseMessage"
        case messageText = "MessageText"
        case responseCode = "ResponseCode"
        case viewType = "FreeBusyViewType"
        case merged = "MergedFreeBusy"
        case calendarEvent = "CalendarEvent"
        case startTime = "StartTime"
        case endTime = "EndTime"
        case busyType = "BusyType"
        case subject = "Subject"
        case location = "Location"
        case isPrivate = "IsPrivate"

        var namespace: String {
            switch self {
            case .freeBusyResponse, .responseMessage, .messageText, .responseCode: SoapNames.messages
            default: SoapNames.types
            }
        }
    }

    private struct PartialAnswer {
        var code = ""
        var message = ""
        var isSuccess = false
        var viewType = ""
        var merged: [BusyLevel]?
        var events: [BusyEvent] = []
    }

    private struct PartialEvent {
        var start: EWSTime?
        var end: EWSTime?
        var level = BusyLevel.unknown
        var subject: String?
        var location: String?
        var isPrivate = false
    }

    mutating func begin(_ tag: borrowing XMLTag) {
        bytes.removeAll(keepingCapacity: true)
        word = vocabulary.word(for: tag.name)
        switch word {
        case .freeBusyResponse: mailbox = PartialAnswer()
        case .responseMessage: mailbox.isSuccess = tag.attribute("ResponseClass") == "Success"
        case .calendarEvent: event = PartialEvent()
        default: break
        }
    }

    mutating func text(_ more: UnsafeBufferPointer<UInt8>) {
        if word != nil { bytes += more }
    }

    mutating func end(_ name: borrowing XMLName) {
        // Only an element without elements has a text that matters, so its own beginning is the last one.
        let word = word ?? vocabulary.word(for: name)
        self.word = nil
        switch word {
        case .freeBusyResponse: answers.append(answer())
        case .messageText: mailbox.message = String(decoding: bytes, as: UTF8.self)
        case .responseCode: mailbox.code = String(decoding: bytes, as: UTF8.self)
        case .viewType: mailbox.viewType = String(decoding: bytes, as: UTF8.self)
        case .merged: mailbox.merged = bytes.filter { $0 > 0x20 }.map(Self.level)
        case .calendarEvent: finishEvent()
        case .startTime: event.start = bytes.withUnsafeBufferPointer { EWSTime(utf8: $0) }
        case .endTime: event.end = bytes.withUnsafeBufferPointer { EWSTime(utf8: $0) }
        case .busyType: event.level = Self.level(named: bytes)
        case .subject: event.subject = bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
        case .location: event.location = bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
        case .isPrivate: event.isPrivate = bytes.elementsEqual("true".utf8)
        case .responseMessage, nil: break
        }
    }

    private mutating func finishEvent() {
        guard let start = event.start, let end = event.end, start <= end else { return }
        mailbox.events.append(
            BusyEvent(
                start: start, end: end, level: event.level, subject: event.subject, location: event.location,
                isPrivate: event.isPrivate))
    }

    private func answer() -> Result<FreeBusy, ResponseError> {
        guard mailbox.isSuccess else {
            let code = mailbox.code.isEmpty ? "ErrorUnknown" : mailbox.code
            return .failure(
                ResponseError(code: ResponseCode(rawValue: code), message: mailbox.message, backOffMilliseconds: nil))
        }
        let events = mailbox.events.sorted { ($0.start, $0.end) < ($1.start, $1.end) }
        return .success(
            FreeBusy(
                start: question.start, slotSeconds: question.slotMinutes * 60, slots: slots(events), events: events))
    }

    private func slots(_ events: [BusyEvent]) -> [BusyLevel] {
        let count = question.slotCount
        if let merged = mailbox.merged {
            return merged.prefix(count) + Array(repeating: .unknown, count: max(0, count - merged.count))
        }
        // A server that may not answer shows this by the kind of its answer, not by an error.
        guard mailbox.viewType != "None" else { return Array(repeating: .unknown, count: count) }
        var slots = [BusyLevel](repeating: .free, count: count)
        let length = question.slotMinutes * 60
        for event in events where event.start < question.end && event.end > question.start {
            let first = max(0, event.start.seconds - question.start.seconds) / length
            let last = min(count - 1, (event.end.seconds - question.start.seconds - 1) / length)
            guard first <= last else { continue }
            for slot in first...last { slots[slot] = max(slots[slot], event.level) }
        }
        return slots
    }

    /// The level that a digit stands for.
    private static func level(_ digit: UInt8) -> BusyLevel {
        BusyLevel(rawValue: digit &- UInt8(ascii: "0")) ?? .unknown
    }

    private static func level(named name: [UInt8]) -> BusyLevel {
        levels.first { $0.name.elementsEqual(name) }?.level ?? .unknown
    }

    /// The names of the levels in Exchange, the usual one first. A room never works elsewhere, and it isn't free if it does.
    private static let levels: [(name: [UInt8], level: BusyLevel)] = [
        (Array("Busy".utf8), .busy), (Array("Free".utf8), .free), (Array("Tentative".utf8), .tentative),
        (Array("OOF".utf8), .away), (Array("WorkingElsewhere".utf8), .busy),
    ]
}
