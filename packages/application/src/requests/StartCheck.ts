/**
 * The checks for every request that starts a collection, consent or Connect session: company, login method, return
 * URLs, sensitive data and stored credentials (spec 2.1, 2.4, 18).
 */
import type { CompanyId } from "@sheaf/domain/Company"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import * as Spelling from "@sheaf/domain/Spelling"
import type { Violation } from "@sheaf/domain/Violation"
import { ClientStore, Connectors, InvalidParameters, UnknownCompany } from "@sheaf/ports"
import type { Caller, UserMismatch, CollectionRequest } from "@sheaf/ports"
import { Context, Effect, Option } from "effect"
import type { Result } from "effect"
import * as ReturnUrl from "@sheaf/domain/ReturnUrl"
import * as StartCollection from "@sheaf/domain/StartCollection"
import { Retention } from "../settings/Retention.ts"

export const failWithViolation = (violation: Violation) =>
  Effect.fail(new InvalidParameters({ violations: [violation] }))

export const failUnlessValid = <A>(checked: Result.Result<A, ReadonlyArray<Violation>>) =>
  Effect.mapError(Effect.fromResult(checked), (violations) => new InvalidParameters({ violations }))

/**
 * The environments whose login methods every client may use. The default is only `REAL`, the companies' production
 * systems (spec 12).
 */
export const LoginEnvironments = Context.Reference<ReadonlySet<LoginMethod.LoginEnvironment>>(
  "@sheaf/application/LoginEnvironments",
  { defaultValue: () => new Set(["REAL"]) }
)

const notOffered = (detail: string) =>
  failWithViolation({ pointer: "/loginMethod", code: "LOGIN_METHOD_NOT_IN_PRODUCTION", detail })

interface AskedLogin {
  readonly company: CompanyId
  readonly loginMethod?: LoginMethod.LoginMethod
}

/** Returns true if the login method belongs to a test environment that this service does not offer to everybody. */
const isTest = ({ loginMethod }: Pick<AskedLogin, "loginMethod">) =>
  Effect.map(
    LoginEnvironments,
    (environments) => loginMethod !== undefined && !environments.has(LoginMethod.describe(loginMethod).environment)
  )

/** If the company is unknown, the error suggests the most similar name. */
export const requireKnown = Effect.fnUntraced(function* (id: CompanyId) {
  const connectors = yield* Connectors
  const company = yield* connectors.find(id)
  if (Option.isSome(company)) return company.value
  const known = (yield* connectors.all).map(({ availability }) => availability.company)
  const nearest = Spelling.nearest(id, known)
  return yield* new UnknownCompany(nearest === undefined ? {} : { nearest })
})

/**
 * Returns the company that the request names. For a test login method, returns the company's test environment, with
 * `isTest` set, if the operator lets the client use test methods. `missing` is a violation that was found earlier. If
 * it is given, the function fails with it.
 */
export const requireCompany = Effect.fnUntraced(function* (
  { clientId }: Pick<Caller, "clientId">,
  request: AskedLogin,
  missing: Violation | undefined
) {
  if (missing !== undefined) return yield* failWithViolation(missing)
  if (!(yield* isTest(request))) return { company: yield* requireKnown(request.company), isTest: false }
  const client = yield* Effect.orDie((yield* ClientStore).findClient(clientId))
  if (!Option.exists(client, ({ usesTestMethods }) => usesTestMethods === true)) {
    return yield* notOffered("This service does not offer you login methods that end in _TEST or _MOCK.")
  }
  const test = yield* (yield* Connectors).findTest(request.company)
  if (Option.isSome(test)) return { company: test.value, isTest: true }
  yield* requireKnown(request.company)
  return yield* notOffered(
    "The company has no test environment here, so its login methods end in neither _TEST nor _MOCK."
  )
})

const ofUser = (detail: string): Violation => ({ pointer: "/loginMethod", code: "LOGIN_METHOD_NOT_FOR_USER", detail })

const mismatches = {
  USER_IS_TEST: ofUser(
    "The user's first start was a test. Use a login method that ends in _TEST or _MOCK, or create another user."
  ),
  USER_IS_REAL: ofUser(
    "The user's first start was real. Create another user for login methods that end in _TEST or _MOCK."
  )
} as const satisfies Record<UserMismatch, Violation>

/** Fails if a real user starts with a test login method (`_TEST` or `_MOCK`), or a test user with a real one. */
export const requireUserKind = <Result extends string>(
  result: Result
): Effect.Effect<Exclude<Result, UserMismatch>, InvalidParameters> => {
  // The compiler cannot narrow `Result`, so this needs a guard and a cast.
  const isMismatch = (one: string): one is UserMismatch => one in mismatches
  return isMismatch(result)
    ? failWithViolation(mismatches[result])
    : Effect.succeed(result as Exclude<Result, UserMismatch>)
}

/**
 * True if clients may run on a developer's machine. If so, loopback return URLs need no registration, and a collection
 * can send a person to a page without a return URL.
 */
export const AllowsLoopbackReturnUrls = Context.Reference<boolean>("@sheaf/application/AllowsLoopbackReturnUrls", {
  defaultValue: () => false
})

/** Does not query the store if the request has no return URLs. */
export const returnUrlsOf = Effect.fnUntraced(function* (
  clientId: string,
  { returnUrl }: Partial<Pick<ReturnUrl.ReturnTarget, "returnUrl">>,
  takesApps = false
) {
  const known = returnUrl === undefined ? [] : yield* Effect.orDie((yield* ClientStore).returnUrls(clientId))
  const allowed: ReturnUrl.AllowedReturnUrls = {
    registered: takesApps ? known : known.filter((address) => !ReturnUrl.isAppAddress(address)),
    isLoopbackAllowed: yield* AllowsLoopbackReturnUrls
  }
  return allowed
})

/** Fails if a request has an invalid state, or a return URL that the client may not use. */
export const requireAllowedReturn = Effect.fnUntraced(function* (
  clientId: string,
  request: Partial<ReturnUrl.ReturnTarget>
) {
  if (request.returnUrl === undefined && request.state === undefined) return
  const violations = ReturnUrl.requestViolationsOf(request, yield* returnUrlsOf(clientId, request))
  if (violations.length > 0) return yield* new InvalidParameters({ violations })
})

/** Fails if a request asks for sensitive data that the operator has not allowed the client to collect. */
export const requireRegistration = Effect.fnUntraced(function* (
  clientId: string,
  request: Pick<StartCollection.StartCollection, "sensitive">
) {
  if (request.sensitive === undefined) return
  const client = yield* Effect.orDie((yield* ClientStore).findClient(clientId))
  const registered = Option.match(client, { onNone: () => [], onSome: ({ sensitive = [] }) => sensitive })
  const violations = StartCollection.sensitiveViolations(request, registered)
  if (violations.length > 0) return yield* new InvalidParameters({ violations })
})

/**
 * Returns how long, in milliseconds, Sheaf may keep the credentials that let a client's monitors run without the person
 * (spec 18). Returns nothing if the operator or the client does not allow it.
 */
export const credentialRetentionFor = Effect.fnUntraced(function* (clientId: string) {
  const { credentials } = yield* Retention
  if (credentials === undefined) return undefined
  const client = yield* Effect.orDie((yield* ClientStore).findClient(clientId))
  return Option.exists(client, ({ storesCredentials }) => storesCredentials === true) ? credentials : undefined
})

const notKept = (detail: string) => failWithViolation({ pointer: "/keepCredentials", code: "INVALID_FIELD", detail })

/**
 * Returns the order. If the request says that the person lets Sheaf keep the credentials, adds the time until which a
 * monitor may keep them. Fails if they may not be kept.
 */
export const keepCredentialsIfAllowed = Effect.fnUntraced(function* (
  { clientId }: Caller,
  { keepsCredentials = false }: StartCollection.StartCommand,
  order: CollectionRequest,
  now: number
) {
  if (!keepsCredentials) return order
  const isPassword = order._tag === "Login" && order.login.type === "USERNAME_PASSWORD"
  if (!isPassword || LoginMethod.describe(order.loginMethod).environment !== "REAL") {
    return yield* notKept("Only the username and password of a real login can be kept.")
  }
  const millis = yield* credentialRetentionFor(clientId)
  if (millis === undefined) return yield* notKept("The service keeps no usernames and passwords for this client.")
  return { ...order, keptUntil: now + millis }
})
