/** The values at which something needs the operator's attention. */
import type { CertificateView, CompanyHealth, OpenProcessGroup } from "@sheaf/domain/OperatorViews"

/** How long a step may be due before it counts as late. */
export const lateSeconds = 60

/** How long an event may stay undelivered before it counts as old. */
export const oldEventSeconds = 15 * 60

export const isLate = ({ activity, dueAt }: OpenProcessGroup): boolean =>
  activity === "DUE" && Date.now() - Date.parse(dueAt) > lateSeconds * 1000

const day = 24 * 60 * 60 * 1000

/** Negative once the certificate has expired. */
export const daysLeft = ({ expiresAt }: Pick<CertificateView, "expiresAt">, now = Date.now()): number =>
  (Date.parse(expiresAt) - now) / day

/**
 * Uses the same thresholds as the certificate alerts. Certificates for bank calls need attention earlier than others,
 * because their issuer can take weeks to renew them.
 */
export const urgencyOf = (
  { expiresAt, owner }: CertificateView,
  now = Date.now()
): "EXPIRED" | "LAST_DAYS" | "URGENT" | "SOON" | "LATER" => {
  const days = daysLeft({ expiresAt }, now)
  if (days < 0) return "EXPIRED"
  if (days < 3) return "LAST_DAYS"
  if (owner !== "BANK") return days < 7 ? "SOON" : "LATER"
  if (days < 14) return "URGENT"
  return days < 30 ? "SOON" : "LATER"
}

export const failedCallsOf = ({ failures }: Pick<CompanyHealth, "failures">): number =>
  Object.values(failures).reduce((sum, count) => sum + count, 0)

/**
 * A company is failing if at least this many calls, and at least this share of all calls, have failed since the process
 * started.
 */
const failing = { calls: 2, share: 0.1 }

export const isFailing = (company: CompanyHealth): boolean => {
  const { calls } = company
  const failed = failedCallsOf(company)
  return failed >= failing.calls && failed >= failing.share * calls
}

/** A success rate below this needs attention. */
export const lowRate = 0.9

/** With fewer failures, a low success rate is probably due to chance. */
const minFailures = 3

export interface Ends {
  readonly succeeded: number
  readonly failed: number
}

export const sumOfEnds = (all: ReadonlyArray<Ends>): Ends => ({
  succeeded: all.reduce((sum, { succeeded }) => sum + succeeded, 0),
  failed: all.reduce((sum, { failed }) => sum + failed, 0)
})

/** Returns true if so many collections or runs failed that somebody should look. */
export const isLow = ({ failed, succeeded }: Ends): boolean =>
  failed >= minFailures && succeeded / (succeeded + failed) < lowRate

/** Returns true if a success rate is low, but due to so few failures that chance could explain it. */
export const isUnsure = ({ failed, succeeded }: Ends): boolean =>
  failed > 0 && failed < minFailures && succeeded / (succeeded + failed) < lowRate

/** Returns the tone of a success rate: `danger` if nothing succeeds, `notice` if it is low, `neutral` otherwise. */
export const toneOfEnds = (ends: Ends): "danger" | "notice" | "neutral" =>
  isLow(ends) ? (ends.succeeded === 0 ? "danger" : "notice") : "neutral"

/** The threshold as the pages show it. */
export const lowRateText = `${lowRate * 100}\u00a0%`
