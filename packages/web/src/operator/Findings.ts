/** Finds what needs the operator's attention. */
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
import { methodNameOf } from "../texts/MethodNames.ts"
import { percent, seconds, whole } from "./Figures.ts"
import { processNames, wordsOf } from "./Words.tsx"

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

const isExpiring = (certificate: CertificateView): boolean =>
  certificate.revokedAt === undefined && urgencyOf(certificate) !== "LATER"

/**
 * A company is failing if at least this many calls, and at least this share of all calls, have failed since the process
 * started.
 */
const failing = { calls: 2, share: 0.1 }

export const isFailing = ({ calls, failures }: CompanyHealth): boolean => {
  const failed = Object.values(failures).reduce((sum, count) => sum + count, 0)
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

/** Returns true if so many collections or runs failed that somebody should look. */
export const isLow = ({ failed, succeeded }: Ends): boolean =>
  failed >= minFailures && succeeded / (succeeded + failed) < lowRate

/** Returns true if a success rate is low, but there are so few failures that they could be due to chance. */
export const isUnsure = ({ failed, succeeded }: Ends): boolean =>
  failed > 0 && failed < minFailures && succeeded / (succeeded + failed) < lowRate

/** Says that a success rate cannot be judged, and on how many collections or runs it is based. */
export const unsureText = ({ failed, succeeded }: Ends): string => `too few to judge (${succeeded + failed})`

/** Returns the tone in which the console shows a success rate: `notice` if it needs attention, `neutral` otherwise. */
export const toneOfEnds = (ends: Ends): "notice" | "neutral" => (isLow(ends) ? "notice" : "neutral")

const nearLimit = 0.9

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
  /** The last hour, newest period last. */
  readonly hour: ServiceHistory
}

/** Something that a finding is about. */
interface Concerned {
  readonly name: string
  /** The route of the page about this object. Absent if it has no page. */
  readonly route?: string
}

export interface Finding {
  /** A sentence. If the finding is about several objects, it says how many. */
  readonly text: string
  /** The objects that the finding is about. Empty if only their number is known. */
  readonly about: ReadonlyArray<Concerned>
  /** `danger` means broken, `notice` degraded, and `neutral` planned or expected soon. */
  readonly tone: "danger" | "notice" | "neutral"
  /** The route of the table with the details. Absent if no table has more details. */
  readonly route?: string
}

/**
 * The text of a finding. `one` is a whole sentence about a single object. `several` is the rest of a sentence that
 * begins with the number of objects.
 */
type Sentence = readonly [one: string, several: string]

const textOf = ([one, several]: Sentence, count: number): string => (count === 1 ? one : `${whole(count)} ${several}`)

const named = (
  tone: Finding["tone"],
  sentence: Sentence,
  route: string,
  about: ReadonlyArray<Concerned>
): ReadonlyArray<Finding> => (about.length === 0 ? [] : [{ tone, text: textOf(sentence, about.length), route, about }])

const counted = (tone: Finding["tone"], sentence: Sentence, count: number, route?: string): ReadonlyArray<Finding> =>
  count === 0 ? [] : [{ tone, text: textOf(sentence, count), about: [], ...(route !== undefined && { route }) }]

const ofCompany = ({ company, name }: Pick<CompanyHealth, "company" | "name">): Concerned => ({
  name,
  route: `companies/${company}`
})

const statuses: ReadonlyArray<readonly [CompanyHealth["status"], Finding["tone"], Sentence]> = [
  ["UNAVAILABLE", "danger", ["1 company is unavailable", "companies are unavailable"]],
  ["DEGRADED", "notice", ["1 company is degraded", "companies are degraded"]],
  ["MAINTENANCE", "neutral", ["1 company is in maintenance", "companies are in maintenance"]]
]

/** Returns what else the overview reports about a company besides its status, in a few words. */
export const reasonsFor = (company: CompanyHealth, day: Pick<ServiceHistory, "methods">): ReadonlyArray<string> => [
  ...(company.status === "OPERATIONAL" && isFailing(company) ? ["Calls fail"] : []),
  ...(day.methods.some((method) => method.company === company.company && isLow(method.total))
    ? ["Many failures in 24 hours"]
    : []),
  ...(company.drifts.length > 0 ? ["Changed records"] : [])
]

const ofCompanies = ({ companies, history }: ConsoleData): ReadonlyArray<Finding> => {
  const those = (is: (company: CompanyHealth) => boolean) => companies.filter(is).map(ofCompany)
  const found = (id: string) => companies.find(({ company }) => company === id) ?? { company: id, name: id }
  const low = history.methods.filter(({ total }) => isLow(total))
  return [
    ...statuses.flatMap(([status, tone, sentence]) =>
      named(
        tone,
        sentence,
        "companies",
        those((company) => company.status === status)
      )
    ),
    ...named(
      "notice",
      ["Calls to 1 operational company fail", "operational companies have calls that fail"],
      "companies",
      those((company) => company.status === "OPERATIONAL" && isFailing(company))
    ),
    ...named(
      "notice",
      [
        "By 1 login method, many collections have failed in 24 hours",
        "login methods have had many failures in 24 hours"
      ],
      "companies",
      low.map(({ company, loginMethod, total: { failed, succeeded } }) => ({
        name: `${found(company).name}, ${methodNameOf(loginMethod)}: ${percent(succeeded / (succeeded + failed))}`,
        route: `companies/${company}`
      }))
    ),
    ...named(
      "notice",
      ["The records of 1 company have changed their shape", "companies have records that changed their shape"],
      "companies",
      those(({ drifts }) => drifts.length > 0)
    )
  ]
}

const hasAltered = ({ keys }: ClientView) => keys.some(({ state }) => state === "ALTERED")

const hasFailed = ({ disabledReason = "BY_CLIENT" }: WebhookEndpointView) => disabledReason !== "BY_CLIENT"

const ofDeliveries = ({ endpoints, hour }: ConsoleData): ReadonlyArray<Finding> => {
  const { oldestSeconds = 0 } = hour.service.at(-1) ?? {}
  const those = (is: (endpoint: WebhookEndpointView) => boolean) =>
    endpoints.filter(is).map(({ endpointId, url }) => ({ name: url, route: `search/${endpointId}` }))
  const age = `The oldest undelivered event has waited for ${seconds(oldestSeconds)}`
  return [
    ...named(
      "danger",
      ["1 endpoint was disabled after failures", "endpoints were disabled after failures"],
      "deliveries",
      those(hasFailed)
    ),
    ...counted("danger", [age, age], oldestSeconds >= oldEventSeconds ? 1 : 0, "deliveries"),
    ...named(
      "notice",
      ["1 endpoint waits for another attempt", "endpoints wait for another attempt"],
      "deliveries",
      those(({ waiting }) => waiting > 0)
    )
  ]
}

const ofMonitors = ({ companies, monitors, work }: ConsoleData): ReadonlyArray<Finding> => {
  const { clients, dailyStartLimit, monitorLimit } = monitors
  const waiting = work.filter(({ process, status }) => process === "MONITOR" && status === "PERSON_REQUIRED")
  const low = monitors.companies.filter(({ days }) => days.slice(-1).some(isLow))
  const full = clients.filter(
    ({ monitors, startedToday }) => monitors >= nearLimit * monitorLimit || startedToday >= nearLimit * dailyStartLimit
  )
  return [
    ...counted(
      "notice",
      ["1 monitor waits for its person's permission", "monitors wait for their person's permission"],
      waiting.reduce((sum, { count }) => sum + count, 0),
      "work"
    ),
    ...named(
      "notice",
      [
        "At 1 company, many runs of monitors have failed on the last day",
        "companies have many failed runs of monitors"
      ],
      "monitors",
      low.map(({ company }) =>
        ofCompany(companies.find((each) => each.company === company) ?? { company, name: company })
      )
    ),
    ...named(
      "notice",
      ["1 client is near a limit of its monitors", "clients are near a limit of their monitors"],
      "monitors",
      full.map(({ name }) => ({ name }))
    )
  ]
}

const ofWork = ({ hour, work }: ConsoleData): ReadonlyArray<Finding> => [
  ...named(
    "danger",
    ["Work in 1 status is late", "statuses have late work"],
    "work",
    work.filter(isLate).map(({ count, process, status }) => ({
      name: `${whole(count)} ${processNames[process].toLowerCase()}: ${wordsOf(status).toLowerCase()}`
    }))
  ),
  ...counted(
    "neutral",
    ["1 consent ends within a week", "consents end within a week"],
    hour.service.at(-1)?.expiringConsents ?? 0
  )
]

const ofCertificates = ({ certificates, clients }: ConsoleData): ReadonlyArray<Finding> => {
  const nameOf = ({ clientId, owner, use }: CertificateView): string =>
    use ??
    clients.find((client) => client.clientId === clientId)?.name ??
    clientId ??
    (owner === "SERVER" ? "This service" : "The authority for clients")
  const those = (is: (certificate: CertificateView) => boolean) =>
    certificates
      .filter(isExpiring)
      .filter(is)
      .map((each) => ({ name: nameOf(each), ...(each.serial !== undefined && { route: `search/${each.serial}` }) }))
  const isExpired = (each: CertificateView) => urgencyOf(each) === "EXPIRED"
  const coming = certificates.filter((each) => isExpiring(each) && !isExpired(each))
  return [
    ...named("danger", ["1 certificate has expired", "certificates have expired"], "certificates", those(isExpired)),
    ...named(
      coming.some((each) => urgencyOf(each) !== "SOON") ? "danger" : "neutral",
      ["1 certificate expires soon", "certificates expire soon"],
      "certificates",
      those((each) => !isExpired(each))
    )
  ]
}

const ofNodes = ({ hour: { service }, overview }: ConsoleData): ReadonlyArray<Finding> => {
  const nodes = service.map((sample) => sample.nodes)
  const gone = Math.max(0, ...nodes) - (nodes.at(-1) ?? 0)
  return [
    ...counted("danger", ["The process is not ready", ""], overview.ready ? 0 : 1),
    ...counted("notice", ["1 node is gone since an hour ago", "nodes are gone since an hour ago"], gone)
  ]
}

const severities: Readonly<Record<Finding["tone"], number>> = { danger: 0, notice: 1, neutral: 2 }

/** Returns the findings, the most severe first. */
export const findingsOf = (data: ConsoleData): ReadonlyArray<Finding> =>
  [
    ...ofNodes(data),
    ...ofCompanies(data),
    ...ofCertificates(data),
    ...ofWork(data),
    ...ofMonitors(data),
    ...ofDeliveries(data),
    ...named(
      "danger",
      ["The keys of 1 client were changed outside Sheaf", "clients have keys that were changed outside Sheaf"],
      "clients",
      data.clients.filter(hasAltered).map(({ name }) => ({ name }))
    )
  ].toSorted((one, other) => severities[one.tone] - severities[other.tone])
