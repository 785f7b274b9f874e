import ErrorAnswers
import Foundation
import Serving

/// Answers about objects. The content of an object is stored as JSON, so it goes into an answer as it is.
enum ChangeAnswers {
    /// `GET /v1/changes`.
    static func page(_ page: FundStore.Page) -> Data {
        var data = Data(#"{"changes":["#.utf8)
        data.reserveCapacity(page.objects.reduce(200) { $0 + 160 + ($1.content?.count ?? 0) })
        for (index, object) in page.objects.enumerated() {
            if index > 0 { data.append(UInt8(ascii: ",")) }
            append(object, to: &data)
        }
        data.append(
            contentsOf: #"],"history":"\#(page.history)","last":\#(page.last),"more":\#(!page.isLast)}"#.utf8)
        return data
    }

    /// `GET /v1/objects/{kind}/{id}`.
    static func object(_ object: SyncObject) -> Data {
        var data = Data()
        append(object, to: &data)
        return data
    }

    /// `POST /v1/changes`.
    ///
    /// - Parameter outcomes: One for each change.
    static func results(_ changes: [SyncChange], _ outcomes: [SyncOutcome], history: String) throws -> Data {
        var data = Data(#"{"history":"\#(history)","results":["#.utf8)
        for (index, (change, outcome)) in zip(changes, outcomes).enumerated() {
            if index > 0 { data.append(UInt8(ascii: ",")) }
            data.append(contentsOf: #"{"id":"\#(change.id)","kind":"\#(change.kind.rawValue)","#.utf8)
            switch outcome {
            case .stored(let version): data.append(contentsOf: #""result":"stored","version":\#(version)}"#.utf8)
            case .conflict(let current):
                data.append(contentsOf: #""result":"conflict","current":"#.utf8)
                append(current, to: &data)
                data.append(UInt8(ascii: "}"))
            case .refused(let code, let message):
                data.append(contentsOf: #""result":"refused","error":"#.utf8)
                data.append(try JSON.encode(ErrorAnswer.Problem(code: code, message: message)))
                data.append(UInt8(ascii: "}"))
            }
        }
        data.append(contentsOf: "]}".utf8)
        return data
    }

    private static func append(_ object: SyncObject, to data: inout Data) {
        data.append(
            contentsOf:
                #"{"kind":"\#(object.kind.rawValue)","id":"\#(object.id)","version":\#(object.version),"deleted":"#.utf8
        )
        if let content = object.content {
            data.append(contentsOf: #"false,"content":"#.utf8)
            data.append(content)
        } else {
            data.append(contentsOf: "true".utf8)
        }
        data.append(UInt8(ascii: "}"))
    }
}
