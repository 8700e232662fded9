/** Checks sessions that ask for a monitor (spec 13, 18). */
import { checkSource, requestViolations } from "@sheaf/domain/CreateMonitor"
import type { CreateConnectSession } from "@sheaf/domain/ConnectSession"
import type { ConnectMonitor } from "@sheaf/domain/ConnectMonitor"
import * as Product from "@sheaf/domain/Product"
import type { Violation } from "@sheaf/domain/Violation"
import { InvalidParameters, Monitors, MonitorStore } from "@sheaf/ports"
import type { AskedMonitor, Caller, ConnectSessionSettings, StoredMonitor, UserCaller } from "@sheaf/ports"
import { Clock, Effect, Option, Result, Struct } from "effect"

type Settings = Omit<CreateConnectSession, "monitor"> & Pick<ConnectSessionSettings, "monitor">

const invalid = (pointer: string, detail: string): Violation => ({ pointer, code: "INVALID_FIELD", detail })

const missing = (pointer: string, detail: string): Violation => ({ pointer, code: "MISSING_FIELD", detail })

const refuse = (...violations: ReadonlyArray<Violation>) => Effect.fail(new InvalidParameters({ violations }))

/** Corrects a violation's pointer: in the request for a session, the products are beside the monitor, not inside it. */
const placed = (violation: Violation): Violation => ({
  ...violation,
  pointer: violation.pointer.startsWith("/products") ? violation.pointer : `/monitor${violation.pointer}`
})

const unknownMonitor = invalid("/monitor/monitorId", "The user has no such monitor, or it has ended.")

const unusableSource = invalid(
  "/monitor/source",
  "The user has no such consent or collection, or a monitor cannot use it. Omit it, and the person gives a new one."
)

const presentMonitor = Effect.fnUntraced(function* ({ clientId, userId }: UserCaller, monitorId: string) {
  const found = yield* Effect.orDie((yield* MonitorStore).find(clientId, monitorId))
  const isOwn = Option.exists(found, (monitor) => monitor.userId === userId && monitor.status !== "ENDED")
  return Option.isSome(found) && isOwn ? found.value : yield* refuse(unknownMonitor)
})

/**
 * Returns the rules that a request to renew or widen a monitor violates. The monitor keeps its company, products and
 * filter, so the request must not change them.
 */
const keptViolations = ({ company, monitor, products }: CreateConnectSession, { company: own }: StoredMonitor) => [
  ...(products === undefined ? [] : [invalid("/products", "The monitor keeps what it looks at.")]),
  ...(monitor?.filter === undefined ? [] : [invalid("/monitor/filter", "The monitor keeps what it looks at.")]),
  ...(company === undefined || company === own ? [] : [invalid("/company", "The monitor is at another company.")])
]

const requireAskable = Effect.fnUntraced(function* (asked: AskedMonitor, { products }: CreateConnectSession) {
  const now = yield* Clock.currentTimeMillis
  const { monitorId: _, source: __, ...settings } = asked
  const offered = products ?? Product.Product.literals
  const request = { ...settings, source: {}, ...(products && { products }) }
  const violations = requestViolations(request, { offered, now })
  if (violations.length > 0) return yield* refuse(...violations.map(placed))
})

const companyOf = Effect.fnUntraced(function* (caller: UserCaller, asked: AskedMonitor, request: CreateConnectSession) {
  if (asked.source === undefined) return undefined
  const named = checkSource(asked.source)
  if (Result.isFailure(named)) return yield* refuse(...named.failure.map(placed))
  const monitors = yield* Monitors
  const offer = yield* monitors.offer(caller, { asked, products: request.products }).pipe(
    Effect.catchTags({
      InvalidParameters: ({ violations }) => refuse(...violations.map(placed)),
      MonitorNotActive: () => refuse(unknownMonitor),
      MonitorNotFound: () => refuse(unknownMonitor)
    }),
    Effect.catchIf(
      (error) => error._tag !== "InvalidParameters",
      () => refuse(unusableSource)
    )
  )
  return offer?.company
})

/**
 * Returns the monitor that the session asks the person to permit, always at the session's company. The interval
 * defaults to the existing monitor's interval.
 */
const completed = Effect.fnUntraced(function* (
  caller: UserCaller,
  monitor: ConnectMonitor,
  request: CreateConnectSession
) {
  const { monitorId } = monitor
  const present = monitorId === undefined ? undefined : yield* presentMonitor(caller, monitorId)
  const every = monitor.every ?? present?.terms.every
  if (every === undefined) return yield* refuse(missing("/monitor/every", "Required without `monitorId`."))
  if (present !== undefined) {
    const violations = keptViolations(request, present)
    if (violations.length > 0) return yield* refuse(...violations)
  }
  const asked: AskedMonitor = { ...monitor, every }
  yield* requireAskable(asked, request)
  const company = (yield* companyOf(caller, asked, request)) ?? present?.company ?? request.company
  if (request.company !== undefined && request.company !== company) {
    return yield* refuse(invalid("/company", "The source is at another company."))
  }
  const products = present && (present.terms.products ?? present.terms.offered)
  const filter = present?.terms.filter
  return {
    monitor: { ...asked, ...(filter && { filter }) },
    ...(company !== undefined && { company }),
    ...(products && { products })
  }
})

export const withMonitor = Effect.fnUntraced(function* (
  { clientId, environment }: Caller,
  request: CreateConnectSession,
  userId: string | undefined
) {
  const { monitor, purpose } = request
  const rest: Settings = Struct.omit(request, ["monitor"])
  if (purpose !== "MONITOR") {
    return monitor === undefined ? rest : yield* refuse(invalid("/monitor", "Allowed only with the purpose MONITOR."))
  }
  if (monitor === undefined) return yield* refuse(missing("/monitor", "Required for the purpose MONITOR."))
  if (userId === undefined) return rest
  const settings: Settings = { ...rest, ...(yield* completed({ clientId, environment, userId }, monitor, request)) }
  return settings
})
