import PhoneNumbers

/// How a person reads a phone number, and what a click on it opens. Nothing here dials.
enum PhoneText {
    /// Such as `044 123 45 67`; a text that is no number, as it is.
    static func shown(_ number: String) -> String { (try? PhoneNumber(parsing: number))?.national ?? number }

    /// Such as `tel:+380441234567` (RFC 3966); nil for a text that is no number.
    static func link(_ number: String) -> String? { (try? PhoneNumber(parsing: number))?.link }
}
