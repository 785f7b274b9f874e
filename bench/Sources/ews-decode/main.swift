import AppGroupPlatform
import EWS

// Decodes an availability answer in a file, and prints how many events it has: ews-decode FILE MAILBOXES
let arguments = CommandLine.arguments
guard arguments.count == 3, let count = Int(arguments[2]) else { fatalError("usage: ews-decode FILE MAILBOXES") }
let document = try Files.contents(of: arguments[1], limit: 64 << 20)
let start = EWSTime("2026-11-23T00:00:00Z")!
let mailboxes = (0..<count).map { EmailAddress("room\($0)@example.com")! }
let question = AvailabilityQuestion(mailboxes, from: start, to: start.advanced(by: 35 * 86400))
let answers = try question.answers(in: document)
print(answers.reduce(0) { $0 + ((try? $1.answer.get().events.count) ?? 0) })
