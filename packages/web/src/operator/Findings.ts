/** Finds what needs the operator's attention. Each company, endpoint or certificate has at most one finding. */
import type {
  OpenProcessGroup,
  CertificateView,
  ClientView,
  CompanyHealth,
  MonitorFigures,
  ServiceHistory,
  ServiceOverview,
  WebhookEndpointView
} from "@sheaf/domain/OperatorViews"
import { mostDamaging, reasonsFor, runReasons, worstTone } from "./CompanyFindings.ts"
import type { Reason } from "./CompanyFindings.ts"
import { endpointReason, worstEndpoints } from "./EndpointStates.ts"
import { seconds, whole } from "./Figures.ts"
import { daysLeft, isLate, oldEventSeconds, urgencyOf } from "./Thresholds.ts"
import { processNames, wordsOf } from "./Words.tsx"

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

export interface Finding extends Reason {
  /** What the finding is about, such as the name of a company. */
  readonly about: string
  /** The route of the page that says more. Absent if there is none. */
  readonly route?: string
}

/** Joins the reasons about one object into a single finding: all texts, and the first step. */
const joined = (about: string, route: string, reasons: ReadonlyArray<Reason>): ReadonlyArray<Finding> => {
  const sorted = mostDamaging(reasons)
  const [first] = sorted
  if (first === undefined) return []
  return [
    {
      ...first,
      about,
      route,
      text: sorted
        .map(({ figure, methods, text }) =>
          [
            text,
            ...(methods === undefined ? [] : [` (${methods})`]),
            ...(figure === undefined ? [] : [`, ${figure}`])
          ].join("")
        )
        .join(" · ")
    }
  ]
}

const ofCompanies = ({ companies, history, monitors }: ConsoleData): ReadonlyArray<Finding> =>
  mostDamaging(
    companies.flatMap((health) =>
      joined(health.name, `companies/${health.company}`, [
        ...reasonsFor(health, history),
        ...monitors.companies.filter(({ company }) => company === health.company).flatMap(runReasons)
      ])
    )
    // Planned maintenance needs nobody.
  ).filter(({ tone }) => tone !== "neutral")

/** Returns `1 event` or `2 events`. */
const counted = (count: number, one: string, several = `${one}s`): string =>
  `${whole(count)} ${count === 1 ? one : several}`

const ofEndpoint = (endpoint: WebhookEndpointView, client: string): ReadonlyArray<Finding> => {
  const reason = endpointReason(endpoint, client)
  if (reason === undefined) return []
  const { figure, text } = reason
  const all = figure === undefined ? text : `${text} · ${figure}`
  return [{ ...reason, about: endpoint.url, route: `search/${endpoint.endpointId}`, text: all }]
}

const ofDeliveries = ({ clients, endpoints, history }: ConsoleData): ReadonlyArray<Finding> => {
  const nameOf = (id: string) => clients.find(({ clientId }) => clientId === id)?.name ?? id
  const found = worstEndpoints(endpoints).flatMap((endpoint) => ofEndpoint(endpoint, nameOf(endpoint.clientId)))
  const { oldestSeconds } = history.current
  // An endpoint that fails explains an old event.
  if (found.length > 0 || oldestSeconds < oldEventSeconds) return found
  return [
    {
      about: "Deliveries",
      route: "deliveries",
      tone: "notice",
      text: `The oldest undelivered event has waited for ${seconds(oldestSeconds)}`,
      step: "No endpoint fails, so look for slow ones, and for errors in the service's log."
    }
  ]
}

const ofMonitors = ({ monitors, work }: ConsoleData): ReadonlyArray<Finding> => {
  const { clients, dailyStartLimit, monitorLimit } = monitors
  const waiting = work
    .filter(({ process, status }) => process === "MONITOR" && status === "PERSON_REQUIRED")
    .reduce((sum, { count }) => sum + count, 0)
  const full = clients.filter(
    ({ monitors, startedToday }) => monitors >= nearLimit * monitorLimit || startedToday >= nearLimit * dailyStartLimit
  )
  return [
    ...(waiting === 0
      ? []
      : [
          {
            about: counted(waiting, "monitor"),
            route: "work",
            tone: "notice" as const,
            text: waiting === 1 ? "Waits for its person's permission" : "Wait for their persons' permissions",
            step: "Nothing here. The clients ask their users."
          }
        ]),
    ...full.map(({ name, monitors, startedToday }) => ({
      about: name,
      route: "monitors",
      tone: "notice" as const,
      text: "Near a limit of its monitors",
      step: `It has ${counted(monitors, "monitor")}, and ${whole(startedToday)} runs started today. Talk to the client.`
    }))
  ]
}

const ofWork = ({ history, work }: ConsoleData): ReadonlyArray<Finding> => {
  const { expiringConsents } = history.current
  return [
    ...work.filter(isLate).map(({ count, dueAt, process, status }) => ({
      about: counted(count, processNames[process].slice(0, -1).toLowerCase()),
      route: "work",
      tone: "danger" as const,
      text: `${seconds((Date.now() - Date.parse(dueAt)) / 1000)} late in status “${wordsOf(status).toLowerCase()}”`,
      step: "Look for errors in the service's log. If there are none, the machine or the database is too slow."
    })),
    ...(expiringConsents === 0
      ? []
      : [
          {
            about: counted(expiringConsents, "consent"),
            route: "work",
            tone: "neutral" as const,
            text: expiringConsents === 1 ? "Ends within a week" : "End within a week",
            step: "Nothing here. The clients can ask their users to renew them."
          }
        ])
  ]
}

const certificateSteps: Readonly<Record<CertificateView["owner"], string>> = {
  SERVER: "Replace its files. No restart is needed.",
  CLIENT_AUTHORITY: "Create a new authority, and sign the clients' certificates again.",
  CLIENT: "Ask the client for a new signing request, and sign it.",
  BANK: "Order a new one, which can take weeks, and replace its files."
}

const ofCertificates = ({ certificates, clients }: ConsoleData): ReadonlyArray<Finding> =>
  certificates
    .filter(({ revokedAt }) => revokedAt === undefined)
    .map((each) => ({ each, urgency: urgencyOf(each) }))
    .filter(({ urgency }) => urgency !== "LATER")
    .map(({ each: { clientId, expiresAt, owner, serial, use }, urgency }) => ({
      about:
        use ??
        clients.find((client) => client.clientId === clientId)?.name ??
        clientId ??
        (owner === "SERVER" ? "This service" : "The authority for clients"),
      route: serial === undefined ? "certificates" : `search/${serial}`,
      tone: urgency === "SOON" ? ("neutral" as const) : ("danger" as const),
      text:
        urgency === "EXPIRED"
          ? "The certificate has expired"
          : `The certificate expires in ${seconds(daysLeft({ expiresAt }) * 86_400)}`,
      step: certificateSteps[owner]
    }))

const ofNodes = ({ history, hour, overview }: ConsoleData): ReadonlyArray<Finding> => {
  const gone = Math.max(0, ...hour.service.map(({ nodes }) => nodes)) - history.current.nodes
  return [
    ...(overview.ready
      ? []
      : [
          {
            about: "This process",
            tone: "danger" as const,
            text: "Not ready",
            step: "It receives no requests. Open /ready, which says why."
          }
        ]),
    ...(gone <= 0
      ? []
      : [
          {
            about: counted(gone, "node"),
            tone: "notice" as const,
            text: "Gone within the last hour",
            step: "If nobody stopped it, look in its machine's log."
          }
        ])
  ]
}

const ofKeys = ({ clients }: ConsoleData): ReadonlyArray<Finding> =>
  clients
    .filter(({ keys }) => keys.some(({ state }) => state === "ALTERED"))
    .map(({ name }) => ({
      about: name,
      route: "clients",
      tone: "danger",
      text: "A key was changed outside Sheaf",
      step: "The key is rejected. Find out who wrote to the database, and create a new key."
    }))

/** Returns the findings, the most severe first. */
export const findingsOf = (data: ConsoleData): ReadonlyArray<Finding> =>
  worstTone([
    ...ofNodes(data),
    ...ofCompanies(data),
    ...ofCertificates(data),
    ...ofKeys(data),
    ...ofWork(data),
    ...ofMonitors(data),
    ...ofDeliveries(data)
  ])
