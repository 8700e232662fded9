/** The sources of monitors, which allow them to run without the person (spec 18). */
import { isOutcome } from "@sheaf/domain/CollectionStatus"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import type { CompanyId } from "@sheaf/domain/Company"
import { checkSource } from "@sheaf/domain/CreateMonitor"
import type { NewMonitorContext, PermittedSource } from "@sheaf/domain/CreateMonitor"
import type { MonitorSource } from "@sheaf/domain/Monitor"
import type { Renewal } from "@sheaf/domain/StartCollection"
import {
  CollectionNotFound,
  CollectionStore,
  Connectors,
  ConsentNotUsable,
  ConsentStore,
  owns,
  TooManyMonitors,
  UnknownCompany,
  UnknownConsent,
  UserErasedError,
  UserTokenRequired
} from "@sheaf/ports"
import type { Caller, MonitorAddResult, MonitorProgress, UserCaller } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import * as StartCheck from "../requests/StartCheck.ts"
import * as SessionConfirmation from "../sessions/SessionConfirmation.ts"

export interface ResolvedSource {
  readonly source: PermittedSource
  readonly company: CompanyId
  readonly userId: string
  /** When the person provided the source, in milliseconds since 1970. */
  readonly createdAt: number
  readonly context: Omit<NewMonitorContext, "now">
  /** How the next collection begins, if the source is a collection. */
  readonly renewal?: Renewal
  readonly running?: NonNullable<MonitorProgress["running"]>
}

export const consentPointer = "/source/consentId"
const collectionPointer = "/source/collectionId"

export const consentContext = ({ expiresAt, market }: Pick<FoundConsent, "expiresAt" | "market">) =>
  ({ market, sourceEndsAt: expiresAt, offered: ["PSD2_AIS"] }) as const

type FoundConsent = Option.Option.Value<Effect.Success<ReturnType<ConsentStore["Service"]["find"]>>>

const byConsent = Effect.fnUntraced(function* (caller: UserCaller, consentId: string) {
  const found = yield* Effect.orDie((yield* ConsentStore).find(caller.clientId, consentId))
  if (Option.isNone(found) || !owns(caller, found.value)) return yield* new UnknownConsent({ pointer: consentPointer })
  yield* SessionConfirmation.requireConfirmedSession(caller, found.value)
  const status = ConsentStatus.statusAt(found.value, yield* Clock.currentTimeMillis)
  if (!ConsentStatus.isUsable(status)) return yield* new ConsentNotUsable({ status })
  const { company, createdAt, userId } = found.value
  const context = consentContext(found.value)
  const source: ResolvedSource = { source: { consentId }, company, userId, createdAt, context }
  return source
})

const notRenewable = {
  pointer: collectionPointer,
  code: "INVALID_FIELD",
  detail:
    "The collection has no result, its data has expired, its company does not offer to look again without the person, or " +
    "another monitor has taken it."
} as const

const ofTest = { pointer: collectionPointer, code: "INVALID_FIELD", detail: "A test has no monitor." } as const

/**
 * A monitor may use stored credentials only if it is created on the page where the person allowed Sheaf to keep them.
 */
const isPermitted = ({ connectSessionId }: UserCaller, { _tag }: Renewal): boolean =>
  _tag === "Session" || connectSessionId !== undefined

/** Returns when stored credentials expire. A session never expires by itself. */
export const endOf = (renewal: Renewal | undefined) =>
  renewal?._tag === "Credentials" ? { sourceEndsAt: renewal.keptUntil } : {}

/**
 * Returns the source that a collection provides. The collection is the monitor's first run, so Sheaf does not ask the
 * company a second time.
 */
const byCollection = Effect.fnUntraced(function* (caller: UserCaller, collectionId: string) {
  const { clientId, userId } = caller
  const collections = yield* CollectionStore
  const found = yield* Effect.orDie(collections.dataFacts(clientId, collectionId))
  if (Option.isNone(found) || !owns(caller, { ...found.value, clientId })) return yield* new CollectionNotFound()
  const { company, expired, products, status } = found.value
  yield* SessionConfirmation.requireConfirmedSession(caller, found.value)
  const view = yield* Effect.orDie(collections.status(clientId, collectionId))
  if (Option.exists(view, ({ test }) => test === true)) return yield* StartCheck.failWithViolation(ofTest)
  const renewal = yield* Effect.orDie(collections.renewal(clientId, collectionId))
  // A one-time consent permits no further readings of accounts in the person's absence.
  const offered = products.filter((product) => product !== "PSD2_AIS")
  if (
    !isOutcome(status) ||
    expired ||
    offered.length === 0 ||
    Option.isNone(renewal) ||
    !isPermitted(caller, renewal.value)
  ) {
    return yield* StartCheck.failWithViolation(notRenewable)
  }
  const connected = yield* (yield* Connectors).find(company)
  if (Option.isNone(connected)) return yield* new UnknownCompany()
  const { market } = connected.value.availability
  const source: ResolvedSource = {
    source: { collectionId },
    company,
    userId,
    createdAt: Option.match(view, { onNone: () => 0, onSome: (seen) => seen.createdAt }),
    context: { market, offered, ...endOf(renewal.value) },
    renewal: renewal.value,
    running: { collectionId, startedAt: yield* Clock.currentTimeMillis }
  }
  return source
})

/**
 * Returns the source that a request names. The user's token shows that the person is present and can permit the
 * monitor.
 */
export const find = Effect.fnUntraced(function* ({ userId, ...caller }: Caller, given: MonitorSource) {
  const { collectionId, consentId } = yield* StartCheck.failUnlessValid(checkSource(given))
  if (userId === undefined) return yield* new UserTokenRequired()
  const user = { ...caller, userId }
  return yield* consentId === undefined ? byCollection(user, collectionId ?? "") : byConsent(user, consentId)
})

export const makeFind = Effect.map(
  Effect.context<Effect.Services<ReturnType<typeof find>>>(),
  (context) =>
    (...given: Parameters<typeof find>) =>
      Effect.provideContext(find(...given), context)
)

export const sessionTakenError = StartCheck.failWithViolation(notRenewable)

/** Returns true if the monitor was added, and false if another monitor has taken the collection's session. */
export const isAdded = (result: MonitorAddResult): Effect.Effect<boolean, TooManyMonitors | UserErasedError> => {
  switch (result) {
    case "TOO_MANY":
      return new TooManyMonitors({ of: "user" })
    case "TOO_MANY_OF_CLIENT":
      return new TooManyMonitors({ of: "client" })
    case "USER_ERASED":
      return new UserErasedError()
    default:
      return Effect.succeed(result === "ACCEPTED")
  }
}
