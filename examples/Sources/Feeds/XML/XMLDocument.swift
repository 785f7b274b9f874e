import XMLReading

/// Reads XML that may be damaged: strictly if possible, and otherwise after repairing it.
enum XMLDocument {
    /// Reads a document.
    /// - Parameter makeReceiver: Makes what receives it. The first one is given up if the document is damaged.
    /// - Returns: The receiver that got the document, and what was wrong with it.
    static func read<Receiver: XMLReceiver>(
        _ text: DocumentText, _ makeReceiver: () -> Receiver
    ) throws(FeedError) -> (receiver: Receiver, damage: String?) {
        let strict = makeReceiver()
        do {
            try read(text.bytes, to: strict, recovers: false)
            return (strict, text.damage)
        } catch let error as XMLError where error.code == .damaged || error.code == .forbidden {
            let receiver = makeReceiver()
            let damage = "The document is damaged: \(FeedText.line(error.description))"
            do {
                try read(RepairedXML.repair(text.bytes), to: receiver, recovers: true)
            } catch let error as XMLError where error.code == .tooLarge || error.code == .damaged {
                return (receiver, damage)
            } catch {
                throw feedError(error)
            }
            return (receiver, damage)
        } catch {
            throw feedError(error)
        }
    }

    private static func read(_ bytes: [UInt8], to receiver: any XMLReceiver, recovers: Bool) throws {
        var options = XMLOptions()
        // A repaired document may be longer than the original.
        options.limits.bytes = .max
        options.limits.text = 9_000_000
        options.recovers = recovers
        options.encoding = "UTF-8"
        options.allowsDocumentType = true
        options.entities = HTMLEntities.declarations
        let reader = try XMLReader(to: receiver, options)
        try reader.read(bytes)
        try reader.finish()
    }

    private static func feedError(_ error: any Error) -> FeedError {
        switch error {
        case let error as FeedError: error
        case let error as XMLError where error.code == .tooLarge: FeedError(.tooLarge, error.description)
        case let error as XMLError where error.code == .noMemory || error.code == .noLibrary:
            FeedError(.unavailable, error.description)
        default: FeedError(.damaged, "The document can't be read: \(FeedText.line(String(describing: error)))")
        }
    }
}
