/// A server's answer about one of the mailboxes in a question.
public struct MailboxAvailability: Sendable {
    /// The address of the mailbox, as in the question.
    public let mailbox: EmailAddress

    /// When it is free; or why the server does not say, such as ``ResponseCode/mailRecipientNotFound``.
    public let answer: Result<FreeBusy, ResponseError>
}

/// The question when mailboxes are free.
public struct AvailabilityQuestion: Sendable {
    /// The mailboxes: any number, in requests of 100 each.
    public var mailboxes: [EmailAddress]

    /// The beginning of the time in question. It should be the beginning of a slot.
    public var start: EWSTime

    /// The end of the time in question: at most 42 days later.
    public var end: EWSTime

    /// The length of a slot, in minutes: 5 to 1,440, and no longer than the time in question.
    public var slotMinutes: Int

    /// A question about mailboxes, in slots of half an hour by default.
    public init(_ mailboxes: [EmailAddress], from start: EWSTime, to end: EWSTime, slotMinutes: Int = 30) {
        (self.mailboxes, self.start, self.end, self.slotMinutes) = (mailboxes, start, end, slotMinutes)
    }
}
