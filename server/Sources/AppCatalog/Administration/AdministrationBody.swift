/// The body of a request to administer. Its members are known all: what is misspelt would be passed over, and who wrote it would
/// hear that nothing failed, while nobody was shut out. So another member is refused.
package protocol AdministrationBody: Decodable {
    associatedtype CodingKeys: CodingKey & CaseIterable
}
