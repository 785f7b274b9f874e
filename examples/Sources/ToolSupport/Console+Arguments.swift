import CToolSupport

extension Console {
    /// Ends the program with status 64 if one of its arguments is not UTF-8: `CommandLine.arguments` has other bytes in its
    /// place, which would name another file.
    public func refuseUndecodableArguments() {
        for place in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = CommandLine.unsafeArgv[place], String(validatingCString: argument) == nil else {
                continue
            }
            let shown = FileName.shown(Array(UnsafeBufferPointer(start: argument, count: strlen(argument))))
            say("“\(shown)” is not valid UTF-8. Percent-encode a URL, or rename a file.")
            Processes.leave(64)
        }
    }
}
