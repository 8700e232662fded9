/**
 * Calls to a collection's company. Each ends with a step or a {@link ConnectorError}, whatever the connector does.
 * Every call is tagged with the client and the person (spec 8).
 */
import * as StartCollection from "@sheaf/domain/StartCollection"
import type { KeptCredentials, RenewalRequest } from "@sheaf/domain/StartCollection"
import type { ResponseObject, SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { ConnectorError, Step, Connectors, CallContext, Sealer } from "@sheaf/ports"
import type {
  ConnectedCompany,
  Connector,
  ConnectorRequest,
  SessionMetadataAttributes,
  ConnectorSignal,
  CollectionState,
  LoginOrder,
  CollectionIdentity
} from "@sheaf/ports"
import { Cause, Clock, Effect, Option, Record, Redacted, Schedule } from "effect"
import { withFailureAnnotations } from "../../telemetry/FailureLog.ts"
import { Timeouts } from "../../settings/Timeouts.ts"
import * as ReturnState from "./ReturnState.ts"
import * as Visit from "./Visit.ts"
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import { loginHashOf } from "../../limits/StartLimits.ts"
import * as AdapterCall from "../../process/AdapterCall.ts"

/**
 * Tags calls with the client and the person. The person's tag is a keyed hash of the login identity. If the login
 * identifies nobody (a file, or a login on a page), the tag is the user's id or, without a user, the collection's id.
 */
const callContextOf = (
  { clientId, collectionId, order, userId }: CollectionState,
  sealer: Sealer["Service"]
): CallContext => {
  const personOf = (): string => {
    const login = order && StartCollection.loginOf(order)
    const identity = login && LoginIdentity.identityOf(login)
    const hash = identity && loginHashOf(sealer, { tenant: "", record: "asker" }, identity)
    return hash ?? userId ?? collectionId
  }
  let known: string | undefined
  return {
    client: clientId,
    // Computed on demand, because only circuit breakers need it.
    get person() {
      return (known ??= personOf())
    }
  }
}

export const provideCallContext =
  (collection: CollectionState) =>
  <A, E, R>(calls: Effect.Effect<A, E, R>): Effect.Effect<A, E, R | Sealer> =>
    Effect.flatMap(Sealer, (sealer) => Effect.provideService(calls, CallContext, callContextOf(collection, sealer)))

/**
 * Returns the company of a collection. For a test collection, returns the company's test environment, so that calls
 * never reach the company itself.
 */
export const companyOf = ({ company, test }: Pick<CollectionIdentity, "company" | "test">) =>
  Effect.flatMap(Connectors, ({ find, findTest }) => (test ? findTest(company) : find(company)))

const errors: AdapterCall.CallErrors<ConnectorError> = {
  unreachable: new ConnectorError({ reason: "UNREACHABLE" }),
  broken: (cause) => new ConnectorError({ reason: "BROKEN", cause })
}

const answeringStep = AdapterCall.validateResponse(Step, errors)

const isResponse = (answer: SupplementInfo): answer is ResponseObject => answer.type === "RESPONSE_OBJECT"

const signalOf = ({ answers, visit }: CollectionState): ConnectorSignal => {
  const returned = visit && Visit.returnedIn(visit)
  if (returned?.isRequired && returned.unreported) {
    const { code, ...more } = returned.unreported
    return { _tag: "Return", ...(code !== undefined && { response: { code: Redacted.make(code), ...more } }) }
  }
  if (returned && !returned.isRequired && returned.unreported)
    return { _tag: "Return", query: Redacted.make(returned.unreported.query) }
  const [first] = answers
  if (first === undefined) return { _tag: "Tick" }
  return isResponse(first)
    ? { _tag: "Responses", responses: Redacted.make(answers.filter(isResponse)) }
    : { _tag: "Input", input: Redacted.make(first) }
}

/** What the connector learns from Sheaf itself, not from the client's request. */
type OrderFacts = Pick<ConnectorRequest, "clientName" | "pageReturn">

/**
 * Returns the order for the connector. Includes only the attributes of the order's session metadata that the
 * connector's configuration lists.
 */
const orderOf = (
  { company, products }: CollectionState,
  order: LoginOrder,
  listed: ReadonlyArray<string>,
  known: OrderFacts
): ConnectorRequest => {
  const { filter, login, loginMethod, oneTimeConsent: consent } = order
  const given: SessionMetadataAttributes = order.attributes
  const { products: _, ...wanted } = filter ?? {}
  const told = Record.filter(given, (__, name) => listed.includes(name))
  return {
    company,
    products,
    loginMethod,
    login: Redacted.make(login),
    ...(Object.keys(wanted).length > 0 && { filter: wanted }),
    ...(order.sensitive && { sensitive: order.sensitive }),
    ...(Object.keys(told).length > 0 && { attributes: told }),
    ...(consent && { consent }),
    ...known
  }
}

const keptLogin = (order: RenewalRequest, { login, loginMethod }: KeptCredentials): LoginOrder => ({
  ...order,
  _tag: "Login",
  login,
  loginMethod
})

const renewOf = ({ products }: CollectionState, { filter }: RenewalRequest): ConnectorSignal => {
  const { products: _, ...wanted } = filter ?? {}
  return { _tag: "Renew", products, ...(Object.keys(wanted).length > 0 && { filter: wanted }) }
}

const ask = (
  { attributes = [], connector }: ConnectedCompany,
  collection: CollectionState,
  order: LoginOrder | RenewalRequest,
  known: OrderFacts
) => {
  // Because the row counts the steps, a repeated step has the same number and therefore the same key.
  const key = `${collection.collectionId}/${collection.step}`
  if (collection.session !== undefined)
    return connector.resume(collection.session, signalOf(collection), key, known.pageReturn)
  if (order._tag === "Login") return connector.begin(orderOf(collection, order, attributes, known), key)
  const { renewal } = order
  return renewal._tag === "Session"
    ? connector.resume(renewal.session, renewOf(collection, order), key, known.pageReturn)
    : connector.begin(orderOf(collection, keptLogin(order, renewal), attributes, known), key)
}

/**
 * Calls a connector until it answers, a retry is pointless, or `until` is reached. No attempt starts after `againUntil`
 * (default: `connectorRetry` from now). Both times are milliseconds since 1970.
 */
export const callWithRetry = Effect.fnUntraced(function* <A>(
  call: () => Effect.Effect<A, ConnectorError>,
  until: number,
  againUntil?: number
) {
  const { connectorRetry } = yield* Timeouts
  const now = yield* Clock.currentTimeMillis
  const left = Math.max(1, until - now)
  const trying = againUntil === undefined ? connectorRetry : againUntil - now
  return yield* AdapterCall.callAdapter(call, errors, left).pipe(
    Effect.retry({
      schedule: Schedule.upTo(AdapterCall.backoffSchedule, { duration: Math.max(0, trying) }),
      while: ({ reason }) => reason !== "BROKEN" && trying > 0
    }),
    AdapterCall.withTimeout(left, errors.unreachable)
  )
})

/**
 * Asks the connector for the next step. Retries until `until`, unless `onceMillis` is given. In that case, makes a
 * single attempt of at most `onceMillis` milliseconds.
 */
export const nextStep = Effect.fnUntraced(function* (
  company: ConnectedCompany,
  collection: CollectionState,
  order: LoginOrder | RenewalRequest,
  until: number,
  onceMillis?: number
) {
  const isFirst = collection.session === undefined
  const named = company.showsClient && isFirst ? yield* AdapterCall.clientNameOf(collection.clientId) : {}
  const pageReturn = collection.visit && (yield* ReturnState.pageReturnOf(collection))
  const known = { ...(pageReturn && { pageReturn }), ...named }
  const call = () => ask(company, collection, order, known)
  const checked = company.connector.checksSteps ? <A>(step: A) => step : answeringStep
  if (onceMillis === undefined) return yield* checked(callWithRetry(call, until))
  const now = yield* Clock.currentTimeMillis
  return yield* checked(callWithRetry(call, Math.min(until, now + onceMillis), now))
})

const cancelMillis = 5_000

/** Cancels a session at the company. Returns false if the caller should try again. */
export const cancel = (connector: Connector, session: string): Effect.Effect<boolean> =>
  AdapterCall.callAdapter(() => connector.cancel(session), errors, cancelMillis).pipe(
    Effect.as(true),
    Effect.catchCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.interrupt
        : Effect.as(
            Effect.logWarning("connector could not cancel its session").pipe(withFailureAnnotations(cause)),
            Option.exists(Cause.findErrorOption(cause), ({ reason }) => reason === "BROKEN")
          )
    )
  )
