/// Where messages have moved since they were listed, as a later list says.
///
/// Give the same value to each call for many messages. Then the folders are listed again only if one of them has moved since the
/// last time, and not once for each message that has.
public struct MovedMessages {
    /// The messages of the later list, by their IDs; nil if none was needed yet.
    var files: [String: MessageFile]?

    /// Knows of no move yet.
    public init() {}

    /// The file of a message, as far as is known; nil if the message is gone.
    func place(of file: MessageFile) -> MessageFile? {
        guard let files else { return file }
        return files[file.id]
    }
}
