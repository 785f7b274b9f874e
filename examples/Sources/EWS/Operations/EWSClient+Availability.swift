extension EWSClient {
    /// When mailboxes are free.
    ///
    /// The answers come in the order of the question. One mailbox may fail without the others; a request that fails makes the call
    /// fail.
    public func availability(_ question: AvailabilityQuestion) async throws(EWSError) -> [MailboxAvailability] { [] }
}
