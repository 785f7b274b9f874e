package import AppGroup
package import Downloading

extension CredentialCache {
    /// Looks for credentials in the order of AWS's own tools: the environment, a token for a role, a profile, the container, the
    /// machine.
    ///
    /// - Parameter web: How the server of roles is reached. The container's and the machine's addresses are reached directly.
    package init(
        _ environment: [String: String], region: String, web: WebClient, clock: @escaping @Sendable () -> Timestamp
    ) {
        var near = web
        near.proxy = .none
        near.patience = Patience(silence: 5)
        near.patience.connecting = 2
        self.init(
            [
                EnvironmentCredentials(environment: environment),
                WebIdentityCredentials(environment: environment, region: region, web: web),
                ProfileCredentials(environment: environment),
                ContainerCredentials(environment: environment, web: near),
                MachineCredentials(environment: environment, web: near),
            ], clock: clock)
    }
}
