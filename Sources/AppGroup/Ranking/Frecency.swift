/// The score behind the order `frecency`: frequent and recent use in one number.
///
///     score = ½ (1 − 2^(−1/5)) · fast · 2^(−Δ/5)  +  ½ (1 − 2^(−1/100)) · slow · 2^(−Δ/100)
///
/// with Δ the openings of the group since the app's last one. Each half is scaled so that it sums to at most 1 over all
/// apps: it estimates how likely the next opening is this app, one half from the last few openings and the other from the
/// last few hundred. Without the scale, the slow half would outweigh the fast one.
public enum Frecency {
    /// A pure function of one app's usage and the number of the group's last opening; 0 (never opened) to 1.
    public static func score(_ usage: AppUsage, lastOpeningOfGroup: AppOpening.Number) -> Double {
        let age = AppUsage.age(of: usage.lastOpening, at: lastOpeningOfGroup)
        return score(
            fast: usage.fast * Decay.factor(age, halfLife: AppUsage.fastHalfLife),
            slow: usage.slow * Decay.factor(age, halfLife: AppUsage.slowHalfLife))
    }

    /// The score of the two counters as they are now.
    static func score(fast: Double, slow: Double) -> Double { 0.5 * fastScale * fast + 0.5 * slowScale * slow }

    private static let fastScale = 1 - Decay.factor(1, halfLife: AppUsage.fastHalfLife)
    private static let slowScale = 1 - Decay.factor(1, halfLife: AppUsage.slowHalfLife)
}
