import XMLReading

extension EWSClient {
    /// The most mailboxes in one request.
    static let mailboxesAtOnce = 100

    /// When mailboxes are free.
    ///
    /// The answers come in the order of the question. One mailbox may fail without the others; a request that fails makes the call
    /// fail.
    /// - Throws: ``EWSError``; with ``EWSError/Code/invalid`` if the time or the slots are out of range.
    public func availability(_ question: AvailabilityQuestion) async throws(EWSError) -> [MailboxAvailability] {
        try question.check()
        let parts = stride(from: 0, to: question.mailboxes.count, by: Self.mailboxesAtOnce).map { start in
            var part = question
            part.mailboxes = Array(question.mailboxes[start...].prefix(Self.mailboxesAtOnce))
            return part
        }
        do {
            return try await withThrowingTaskGroup(of: (Int, [MailboxAvailability]).self) { group in
                for (number, part) in parts.enumerated() {
                    group.addTask { (number, try await self.answer(to: part)) }
                }
                var answers = [[MailboxAvailability]](repeating: [], count: parts.count)
                for try await (number, answer) in group { answers[number] = answer }
                return answers.flatMap { $0 }
            }
        } catch {
            throw EWSError(error, host: configuration.server.host)
        }
    }

    private func answer(to question: AvailabilityQuestion) async throws(EWSError) -> [MailboxAvailability] {
        let request = EWSRequest("GetUserAvailabilityResponse") { question.write(to: &$0) }
        let answers = try await ask(request) { AvailabilityReader(question) }.answers
        guard answers.count == question.mailboxes.count else {
            throw incomplete("an answer for each of \(question.mailboxes.count) mailboxes")
        }
        return zip(question.mailboxes, answers).map { MailboxAvailability(mailbox: $0, answer: $1) }
    }
}

extension AvailabilityQuestion {
    /// Reads a complete answer, such as one that was kept in a file.
    /// - Parameter document: The envelope. It answers for every mailbox, so it comes from a question with 100 mailboxes at most.
    /// - Throws: ``EWSError`` if it is damaged or answers another question.
    public func answers(in document: [UInt8]) throws(EWSError) -> [MailboxAvailability] {
        let reader = AvailabilityReader(self)
        do {
            let soap = SoapReader("GetUserAvailabilityResponse", reader)
            let xml = try XMLReader(to: soap, .ofAnswer)
            try xml.read(document)
            try xml.finish()
            if let complaint = soap.complaint { throw EWSError(complaint, host: "The server") }
        } catch {
            throw error as? EWSError ?? EWSError(.notEWS, "The answer can't be read: \(error)")
        }
        guard reader.answers.count == mailboxes.count else {
            throw EWSError(.notEWS, "The answer is about \(reader.answers.count) mailboxes, not \(mailboxes.count).")
        }
        return zip(mailboxes, reader.answers).map { MailboxAvailability(mailbox: $0, answer: $1) }
    }

    fileprivate func check() throws(EWSError) {
        let seconds = end.seconds - start.seconds
        guard seconds > 0, seconds <= 42 * 86400 else {
            throw EWSError(.invalid, "Exchange tells at most 42 days at once, and the end must be after the beginning.")
        }
        guard 5...1440 ~= slotMinutes, slotMinutes * 60 <= seconds else {
            throw EWSError(.invalid, "A slot must have 5 to 1,440 minutes, and no more than the whole time.")
        }
    }

    /// How many slots there are.
    var slotCount: Int { (end.seconds - start.seconds + slotMinutes * 60 - 1) / (slotMinutes * 60) }

    func write(to writer: inout SoapWriter) {
        writer.element("m:GetUserAvailabilityRequest") {
            // The zone of all times in the answer: UTC, all the year round.
            $0.element("t:TimeZone") {
                $0.element("t:Bias", "0")
                for name in ["t:StandardTime", "t:DaylightTime"] {
                    $0.element(name) {
                        $0.element("t:Bias", "0")
                        $0.element("t:Time", "00:00:00")
                        $0.element("t:DayOrder", "1")
                        $0.element("t:Month", name == "t:StandardTime" ? "10" : "3")
                        $0.element("t:DayOfWeek", "Sunday")
                    }
                }
            }
            $0.element("m:MailboxDataArray") {
                for mailbox in mailboxes {
                    $0.element("t:MailboxData") {
                        $0.element("t:Email") { $0.element("t:Address", mailbox.description) }
                        $0.element("t:AttendeeType", "Required")
                        $0.element("t:ExcludeConflicts", "false")
                    }
                }
            }
            $0.element("t:FreeBusyViewOptions") {
                $0.element("t:TimeWindow") {
                    $0.element("t:StartTime", start.description)
                    $0.element("t:EndTime", end.description)
                }
                $0.element("t:MergedFreeBusyIntervalInMinutes", String(slotMinutes))
                $0.element("t:RequestedView", "DetailedMerged")
            }
        }
    }
}
