/// The arguments of a short command, read without ArgumentParser: words, options with a value, and flags.
///
/// ArgumentParser takes longer than such a command does, because it searches all types of the program for those of the options. A
/// command that is started often reads the simple forms of its arguments with this, and leaves all others to the parser. For the same
/// reason, it keeps a few arguments in arrays: a program's first set of strings costs a search of its types, too.
public struct PlainArguments {
    /// The arguments that are neither options nor their values, in order.
    public private(set) var words: [String] = []
    private var flags: [String] = []
    private var values: [(option: String, value: String)] = []

    /// Reads arguments. `nil` if they hold anything but words, these options, each followed by its value, and these flags.
    public init?(_ arguments: some Collection<String>, options: [String], flags: [String] = []) {
        var rest = Array(arguments)[...]
        while let argument = rest.popFirst() {
            if !argument.hasPrefix("-") {
                words.append(argument)
            } else if flags.contains(argument) {
                self.flags.append(argument)
            } else {
                guard options.contains(argument), let value = rest.popFirst(), !value.hasPrefix("-") else { return nil }
                values.append((argument, value))
            }
        }
    }

    /// Whether a flag is among them.
    public func has(_ flag: String) -> Bool { flags.contains(flag) }

    /// The value of an option, or its default; `nil` if the value is none that the option takes, which the parser explains.
    public func value<Value>(of option: String, default standard: Value, _ read: (String) -> Value?) -> Value? {
        values.last { $0.option == option }.map { read($0.value) } ?? standard
    }

    /// The same for an option without a default: `nil` inside the result if it was not given.
    public func value<Value>(of option: String, _ read: (String) -> Value?) -> Value?? {
        value(of: option, default: Value?.none) { read($0).map(Optional.some) }
    }

    /// The same for a number within limits.
    public func value(of option: String, default standard: Int, in limits: ClosedRange<Int>) -> Int? {
        value(of: option, default: standard) { text in Int(text).flatMap { limits.contains($0) ? $0 : nil } }
    }
}
