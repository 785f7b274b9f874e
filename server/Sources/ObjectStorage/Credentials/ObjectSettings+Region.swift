extension ObjectSettings {
    /// The region: the setting, or the environment's, or the profile's, or that of servers which have none.
    func foundRegion() throws -> String {
        if let region { return region }
        for name in ["AWS_REGION", "AWS_DEFAULT_REGION"] {
            if let region = environment.nonempty(name) { return region }
        }
        return try AWSProfile(environment)["region"] ?? "us-east-1"
    }
}
