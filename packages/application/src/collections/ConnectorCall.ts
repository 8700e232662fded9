/** One call of a connector: whatever the connector does, its answer is a step or a {@link ConnectorError}. */
import type { Order } from "@sheaf/domain/StartCollection"
import type { ResponseObject, SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { ConnectorError, failuresOf, Step } from "@sheaf/ports"
import type { Connector, Signal, Work } from "@sheaf/ports"
import { Cause, Clock, Effect, Redacted, Schedule, Schema } from "effect"
import { backoff } from "../durable/Retry.ts"
import * as Isolated from "../durable/Isolated.ts"
import { Timeouts } from "../Timeouts.ts"

const decodeStep = Schema.decodeUnknownEffect(Schema.toType(Step))

const unreachable = new ConnectorError({ reason: "UNREACHABLE" })
const broken = (cause: unknown) => new ConnectorError({ reason: "BROKEN", cause })

/** What a connector does is its own affair, see {@link Isolated}: whatever it is, its failure is a {@link ConnectorError}. */
const isolated = <A>(effect: Effect.Effect<A, ConnectorError>): Effect.Effect<A, ConnectorError> =>
  Isolated.isolated(effect, broken)

const isResponse = (answer: SupplementInfo): answer is ResponseObject => answer.type === "RESPONSE_OBJECT"

/** What happened since the last step: a pause is over, a person answered, or a device did all that it was asked to. */
const signalOf = ({ answers }: Work): Signal => {
  const [first] = answers
  if (first === undefined) return { _tag: "Tick" }
  return isResponse(first)
    ? { _tag: "Responses", responses: Redacted.make(answers.filter(isResponse)) }
    : { _tag: "Input", input: Redacted.make(first) }
}

const ask = (connector: Connector, work: Work, order: Order) => {
  // The number of the step is the row's own: a step that is taken again comes with the same key.
  const key = `${work.collectionId}/${work.step}`
  if (work.session !== undefined) return connector.resume(work.session, signalOf(work), key)
  const { company, products } = work
  const { login, loginMethod, oneTimeConsent: consent } = order
  return connector.begin(
    { company, products, loginMethod, login: Redacted.make(login), ...(consent !== undefined && { consent }) },
    key
  )
}

/** For how long a connector is asked. Times are milliseconds since 1970. */
export interface Patience {
  /** Nobody wants the answer any more. */
  readonly until: number
  /** It is not asked again: as long as a company is tried, unless set. */
  readonly againUntil?: number
}

/** Asks a connector until it answers, or it is of no use to ask again. */
export const patiently = Effect.fnUntraced(function* <A>(
  call: () => Effect.Effect<A, ConnectorError>,
  { againUntil, until }: Patience
) {
  const { connectorCall, connectorRetry } = yield* Timeouts
  const now = yield* Clock.currentTimeMillis
  const left = Math.max(1, until - now)
  const trying = againUntil === undefined ? connectorRetry : againUntil - now
  const within = (duration: number) => Effect.timeoutOrElse({ duration, orElse: () => Effect.fail(unreachable) })
  return yield* isolated(Effect.suspend(call)).pipe(
    within(Math.min(connectorCall, left)),
    Effect.retry({
      schedule: Schedule.upTo(backoff, { duration: Math.max(0, trying) }),
      while: ({ reason }) => reason !== "BROKEN" && trying > 0
    }),
    within(left)
  )
})

/** Asks the connector for the next step of a collection, which nobody wants any more at the time `until`. */
export const nextStep = Effect.fnUntraced(function* (connector: Connector, work: Work, order: Order, until: number) {
  const answer = yield* patiently(() => ask(connector, work, order), { until })
  return yield* Effect.mapError(decodeStep(answer), broken)
})

/** How long a connector may take to close what nobody waits for any more, in milliseconds. */
const cancelMillis = 5_000

/** Tells the connector that the collection has ended without it. What it makes of that is its own affair. */
export const cancel = (connector: Connector, session: string): Effect.Effect<void> =>
  isolated(Effect.suspend(() => connector.cancel(session))).pipe(
    Effect.timeout(cancelMillis),
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.logWarning("connector could not cancel").pipe(Effect.annotateLogs({ failures: failuresOf(cause) }))
    )
  )
