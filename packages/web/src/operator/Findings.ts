/** The findings that need the operator's attention. */
import type {
  CompanyHealth,
  OpenProcessGroup,
  CertificateView,
  ClientView,
  MonitorFigures,
  ServiceHistory,
  ServiceOverview,
  WebhookEndpointView
} from "@sheaf/domain/OperatorViews"

/** A step that has been due for this long is late. */
export const lateSeconds = 60

/** An event that an endpoint has not received for this long is old. */
export const oldEventSeconds = 15 * 60

/** Returns true if a step should have run long ago. */
export const isLate = ({ activity, dueAt }: OpenProcessGroup): boolean =>
  activity === "DUE" && Date.now() - Date.parse(dueAt) > lateSeconds * 1000

const day = 24 * 60 * 60 * 1000

/** Returns for how many days a certificate is still valid, as a negative number after the end. */
export const daysLeft = ({ expiresAt }: Pick<CertificateView, "expiresAt">, now = Date.now()): number =>
  (Date.parse(expiresAt) - now) / day

/** How urgent a certificate's replacement is: as in the alerts on certificates, because a bank's issuer can take weeks. */
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

/** Returns true if the certificate is in use and expires soon, or has expired. */
const isExpiring = (certificate: CertificateView): boolean =>
  certificate.revokedAt === undefined && urgencyOf(certificate) !== "LATER"

/** The calls of a company fail if at least this many, and at least this share of all, have failed since the process started. */
const failing = { calls: 2, share: 0.1 }

/** Returns true if so many calls fail that somebody should look, even if the company still counts as operational. */
export const isFailing = ({ calls, failures }: CompanyHealth): boolean => {
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0)
  return failed >= failing.calls && failed >= failing.share * calls
}

/** A success rate below this needs attention. */
export const lowRate = 0.9

/** Returns the tone of a success rate, from 0 to 1, wherever the console shows it: `neutral` needs no attention. */
export const toneOfRate = (share: number): "notice" | "neutral" => (share < lowRate ? "notice" : "neutral")

/** Two failures among few collections are no pattern. */
const leastFailures = 3

/** A client's use of a limit from which it needs attention, as a share. */
const nearLimit = 0.9

/** The lists that the console shows. */
export interface ConsoleData {
  readonly overview: ServiceOverview
  readonly companies: ReadonlyArray<CompanyHealth>
  readonly certificates: ReadonlyArray<CertificateView>
  readonly work: ReadonlyArray<OpenProcessGroup>
  readonly endpoints: ReadonlyArray<WebhookEndpointView>
  readonly clients: ReadonlyArray<ClientView>
  readonly monitors: MonitorFigures
  /** The last 24 hours. */
  readonly history: ServiceHistory
  /** The last hour, whose last period is the newest. */
  readonly hour: ServiceHistory
}

/** Findings of one kind. */
export interface Finding {
  readonly text: string
  readonly count: number
  /** The names of what is concerned. Absent if only the number is known. */
  readonly names: ReadonlyArray<string>
  /** `danger`: something does not work. `notice`: it works badly. `neutral`: it is planned, or will happen soon. */
  readonly tone: "danger" | "notice" | "neutral"
  /** The route of the table with the details. */
  readonly route: string
}

const named = (
  tone: Finding["tone"],
  text: string,
  route: string,
  names: ReadonlyArray<string>,
  count = names.length
): Finding => ({ tone, text, route, names, count })

const counted = (tone: Finding["tone"], text: string, route: string, count: number): Finding =>
  named(tone, text, route, [], count)

const companyTexts: ReadonlyArray<readonly [CompanyHealth["status"], Finding["tone"], string]> = [
  ["UNAVAILABLE", "danger", "Unavailable companies"],
  ["DEGRADED", "notice", "Degraded companies"],
  ["MAINTENANCE", "neutral", "Companies in maintenance"]
]

const ofCompanies = ({ companies, history }: ConsoleData): ReadonlyArray<Finding> => {
  const namesOf = (is: (company: CompanyHealth) => boolean) => companies.filter(is).map(({ name }) => name)
  const nameOf = (id: string): string => companies.find(({ company }) => company === id)?.name ?? id
  const low = history.methods.filter(
    ({ total: { failed, succeeded } }) => failed >= leastFailures && succeeded / (succeeded + failed) < lowRate
  )
  return [
    ...companyTexts.map(([status, tone, text]) =>
      named(
        tone,
        text,
        "companies",
        namesOf((company) => company.status === status)
      )
    ),
    // The other statuses have already been counted.
    named(
      "notice",
      "Operational companies with failing calls",
      "companies",
      namesOf((company) => company.status === "OPERATIONAL" && isFailing(company))
    ),
    named(
      "notice",
      "Login methods by which many collections have failed in 24 hours",
      "companies",
      low.map(({ company, loginMethod }) => `${nameOf(company)}, ${loginMethod}`)
    ),
    named(
      "notice",
      "Companies whose records have changed their shape",
      "companies",
      namesOf(({ drifts }) => drifts.length > 0)
    )
  ]
}

const hasAltered = ({ keys }: ClientView) => keys.some(({ state }) => state === "ALTERED")

const hasFailed = ({ disabledReason = "BY_CLIENT" }: WebhookEndpointView) => disabledReason !== "BY_CLIENT"

const ofDeliveries = ({ endpoints, hour }: ConsoleData): ReadonlyArray<Finding> => {
  const { oldestSeconds = 0 } = hour.service.at(-1) ?? {}
  const urlsOf = (is: (endpoint: WebhookEndpointView) => boolean) => endpoints.filter(is).map(({ url }) => url)
  return [
    named("danger", "Endpoints disabled after failures", "deliveries", urlsOf(hasFailed)),
    counted(
      "danger",
      "Minutes since the oldest undelivered event",
      "deliveries",
      oldestSeconds >= oldEventSeconds ? Math.floor(oldestSeconds / 60) : 0
    ),
    named(
      "notice",
      "Endpoints that wait for another attempt",
      "deliveries",
      urlsOf(({ waiting }) => waiting > 0)
    )
  ]
}

const ofWork = ({ hour, monitors, work }: ConsoleData): ReadonlyArray<Finding> => {
  const { clients, dailyStartLimit, monitorLimit } = monitors
  const waiting = work.filter(({ process, status }) => process === "MONITOR" && status === "PERSON_REQUIRED")
  const full = clients.filter(
    ({ monitors, startedToday }) => monitors >= nearLimit * monitorLimit || startedToday >= nearLimit * dailyStartLimit
  )
  return [
    named(
      "danger",
      "Statuses with late work",
      "work",
      work.filter(isLate).map(({ process, status }) => `${process.toLowerCase()} in ${status}`)
    ),
    counted("neutral", "Consents that end within a week", "work", hour.service.at(-1)?.expiringConsents ?? 0),
    counted(
      "notice",
      "Monitors that wait for their person's permission",
      "monitors",
      waiting.reduce((sum, { count }) => sum + count, 0)
    ),
    named(
      "notice",
      "Clients near a limit of their monitors",
      "monitors",
      full.map(({ name }) => name)
    )
  ]
}

const nameOf = ({ clientId, owner, use }: CertificateView): string =>
  use ?? clientId ?? (owner === "SERVER" ? "this service" : "the authority for clients")

const ofNodes = ({ hour: { service }, overview }: ConsoleData): ReadonlyArray<Finding> => {
  const nodes = service.map((sample) => sample.nodes)
  return [
    counted("danger", "Process that is not ready", "overview", overview.ready ? 0 : 1),
    counted("notice", "Nodes that are gone since an hour ago", "overview", Math.max(0, ...nodes) - (nodes.at(-1) ?? 0))
  ]
}

const severities: Readonly<Record<Finding["tone"], number>> = { danger: 0, notice: 1, neutral: 2 }

/** Returns the findings, without those that are not there, and the most severe first. */
export const findingsOf = (data: ConsoleData): ReadonlyArray<Finding> =>
  [
    ...ofNodes(data),
    ...ofCompanies(data),
    named(
      data.certificates.some((each) => isExpiring(each) && urgencyOf(each) !== "SOON") ? "danger" : "neutral",
      "Certificates that expire soon",
      "certificates",
      data.certificates.filter(isExpiring).map(nameOf)
    ),
    ...ofWork(data),
    ...ofDeliveries(data),
    named(
      "danger",
      "Clients whose keys were changed outside Sheaf",
      "clients",
      data.clients.filter(hasAltered).map(({ name }) => name)
    )
  ]
    .filter(({ count }) => count > 0)
    .toSorted((one, other) => severities[one.tone] - severities[other.tone])
