import Serving

extension PostersContext {
    /// The report's number in the path.
    func reportNumber() throws(ServiceError) -> Int64 {
        let text = parameters.get("number") ?? ""
        guard let number = Int64(text), number > 0 else {
            throw ServiceError(.malformed, "“\(text.prefix(40))” is not the number of a report.")
        }
        return number
    }
}
