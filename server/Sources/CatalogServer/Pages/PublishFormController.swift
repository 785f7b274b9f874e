import Accounts
import AppCatalog
import HTTPTypes
import Hummingbird
import NIOCore
import Serving

/// `POST /publish`: a package from a browser's form, with the fields `file`, `channel` and `notes`.
struct PublishFormController {
    let pages: PageController
    let publisher: Publisher
    let uploads: UploadDesk
    let transfers: Transfers
    let uploading: UploadController

    func addRoutes(to router: some RouterMethods<CatalogContext>) { router.post("publish", use: publish) }

    @Sendable private func publish(_ request: Request, _ context: CatalogContext) async throws -> Response {
        guard let identity = context.identity else {
            return Response.seeOther("/login?next=/publish").closing(after: request)
        }
        var form = PublishForm()
        do {
            try identity.require(.publisher)
            let ticket = try await transfers.begin(
                on: context.channel, since: context.generation, right: uploading.right(of: identity))
            defer { transfers.end(ticket) }
            try await request.continueIfAsked(on: context.channel)
            try await form.read(request, into: uploads, from: identity.user.id)
        } catch {
            await form.discard(from: uploads, of: identity.user.id)
            let page = pages.publishPage(identity, outcome: form.refusal(try Self.sentence(for: error, context)))
            // A body can be read only once, and the form has read the rest of it.
            return form.hasBegun ? page.closing() : page.closing(after: request)
        }
        do {
            return pages.publishPage(identity, outcome: try await publish(form, by: identity, context))
        } catch {
            // The form sends the file again.
            await form.discard(from: uploads, of: identity.user.id)
            return pages.publishPage(identity, outcome: form.refusal(try Self.sentence(for: error, context)))
        }
    }

    private func publish(_ form: PublishForm, by identity: Identity, _ context: CatalogContext) async throws
        -> PageController.Outcome
    {
        guard let stored = form.file, let file = try await uploads.file(of: stored.hash, from: identity.user.id) else {
            throw ServiceError(.malformed, "No file was chosen; choose a package.")
        }
        let terms = Release.Terms(
            channel: form.channel, rollout: .complete, notes: try ReleaseNotes.checked(form.notes), withdrawn: nil)
        let publication = try await publisher.publish(
            file: file.path, as: stored.hash, isBlob: file.isBlob, terms: terms, by: try context.attribution(),
            confirming: { try await context.confirm(.publisher) })
        try await uploads.remove(stored.hash, from: identity.user.id)
        let wanted = UnappliedTerms.Wanted(
            channel: terms.channel, rollout: nil, notes: terms.notes.isEmpty ? nil : terms.notes)
        return .published(
            publication.report(on: wanted, server: context.origin.publicURL), isNew: !publication.existed)
    }

    /// The error that the page shows. Rethrows unexpected errors.
    private static func sentence(for error: any Error, _ context: CatalogContext) throws -> ServiceError {
        let sentence: ServiceError =
            switch error {
            case let error as ServiceError: error
            case let error as MultipartError: ServiceError(.malformed, error.description)
            case let error as UploadError: ServiceError(error)
            default: throw error
            }
        context.log(sentence)
        return sentence
    }
}
