/** How clients create and confirm Connect sessions (spec 13). */
import type { CreateConnectSession } from "@sheaf/domain/ConnectSession"
import { linkLifetimeMillis } from "@sheaf/domain/ConnectSession"
import {
  ConnectSessionNotConfirmed,
  ConnectSessionNotFound,
  ConnectSessions,
  ConnectSessionStore,
  ConnectUserTokenRequired,
  InvalidParameters,
  owns,
  Sealer
} from "@sheaf/ports"
import type { BlindIndex, Caller, NewConnectSession, StoredConnectSession } from "@sheaf/ports"
import { Clock, Effect, identity, Layer, Option, Redacted } from "effect"
import { SecureRandom } from "effect/crypto"
import { timestampOf } from "../views/Display.ts"
import * as Changes from "../consents/Changes.ts"
import * as Idempotency from "../idempotency/Idempotency.ts"
import type { AcceptWrite } from "../idempotency/Idempotency.ts"
import * as MonitorChecks from "./MonitorChecks.ts"
import * as SessionMonitors from "./SessionMonitors.ts"
import * as ListCursor from "../requests/ListCursor.ts"
import * as ListFilters from "../requests/ListFilters.ts"
import * as SessionChecks from "./SessionChecks.ts"
import * as SessionChanges from "./SessionChanges.ts"
import * as SessionContents from "./SessionContents.ts"
import * as ConnectPageUrl from "../sessions/ConnectPageUrl.ts"
import * as Presenter from "./Presenter.ts"
import * as SessionSecrets from "../sessions/SessionSecrets.ts"
import * as StartCheck from "../requests/StartCheck.ts"

/**
 * Returns false if the session belongs to another user. A session without a user accepts requests with and without a
 * user's token.
 */
const canConfirm = (caller: Caller, session: StoredConnectSession): boolean =>
  session.userId === undefined || owns(caller, session)

type Sessions = ConnectSessions["Service"]

const surroundings =
  Effect.context<
    Effect.Services<
      ReturnType<
        | typeof requireValid
        | typeof SessionContents.sessionObjectsOf
        | typeof ConnectPageUrl.urlOf
        | typeof SessionChecks.returnViolations
        | typeof SessionSecrets.codeHashOf
        | typeof withRenewal
        | typeof MonitorChecks.withMonitor
        | typeof SessionMonitors.applyAtConfirmation
        | typeof SessionChecks.userViolations
        | typeof Changes.replaceRenewed
      >
    >
  >()

const requireValid = Effect.fnUntraced(function* (
  caller: Caller,
  request: Omit<CreateConnectSession, "monitor">,
  userId: string | undefined
) {
  const { company, purpose } = request
  const violations = [
    ...(yield* SessionChecks.userViolations(caller, { purpose, ...(userId !== undefined && { userId }) })),
    ...(yield* SessionChecks.returnViolations(caller, request)),
    ...SessionChecks.challengeViolations(request),
    ...SessionChecks.hintViolations(request)
  ]
  if (violations.length > 0) return yield* new InvalidParameters({ violations })
  yield* StartCheck.requireRegistration(caller.clientId, request)
  if (company === undefined) return
  const contradictions = SessionChecks.companyViolations(request, yield* StartCheck.requireKnown(company))
  if (contradictions.length > 0) return yield* new InvalidParameters({ violations: contradictions })
})

const withRepetition = Effect.fnUntraced(function* (caller: Caller, request: CreateConnectSession, repeats: string) {
  const found = yield* SessionChecks.repeatedCollection(caller, repeats, request)
  const { company, loginMethod, products, userId } = yield* StartCheck.failUnlessValid(found)
  const hints = { ...(loginMethod !== undefined && { loginMethod }), ...request.hints }
  const repeated: CreateConnectSession = {
    ...request,
    company,
    products,
    hints,
    ...(userId !== undefined && { userId })
  }
  return repeated
})

const withRenewal = Effect.fnUntraced(function* (
  caller: Caller,
  request: CreateConnectSession,
  userId: string | undefined
) {
  const { purpose, renews, repeats } = request
  if (purpose === "RECONNECT" && (renews === undefined) === (repeats === undefined)) {
    const detail = "RECONNECT needs either `renews` or `repeats`."
    return yield* new InvalidParameters({ violations: [{ pointer: "/renews", code: "MISSING_FIELD", detail }] })
  }
  if (repeats !== undefined) return yield* withRepetition(caller, request, repeats)
  if (renews === undefined) return request
  const found = yield* SessionChecks.renewedConsent(caller, renews, { ...request, ...(userId && { userId }) })
  const { company, scope } = yield* StartCheck.failUnlessValid(found)
  const { balances, transactions } = scope
  return { ...request, company, psd2Ais: { ...request.psd2Ais, balances, transactions } }
})

const creation = Effect.gen(function* () {
  const store = yield* ConnectSessionStore
  const random = yield* SecureRandom.SecureRandom
  const context = yield* surroundings

  const create: Sessions["create"] = Effect.fnUntraced(function* (caller, given) {
    const { clientId } = caller
    const asked = withRenewal(caller, given, given.userId ?? caller.userId)
    const renewal = yield* Effect.provideContext(asked, context)
    const owner = renewal.userId ?? caller.userId
    const request = yield* Effect.provideContext(MonitorChecks.withMonitor(caller, renewal, owner), context)
    const { purpose, returnUrl, state, userId = caller.userId, ...settings } = request
    yield* Effect.provideContext(requireValid(caller, request, userId), context)
    const createdAt = yield* Clock.currentTimeMillis
    const session: NewConnectSession = {
      connectSessionId: yield* random.uuidV7(),
      clientId,
      ...(userId !== undefined && { userId }),
      purpose,
      status: "OPEN",
      revision: 1,
      createdAt,
      expiresAt: createdAt + linkLifetimeMillis,
      terms: {
        ...settings,
        ...(returnUrl !== undefined && { returnTo: { returnUrl, ...(state !== undefined && { state }) } })
      },
      progress: { steps: [] }
    }
    const { connectSessionId, expiresAt } = session
    const link = yield* Effect.provideService(SessionSecrets.newSecret, SecureRandom.SecureRandom, random)
    if (!(yield* Effect.orDie(store.add(session, link))))
      return yield* new InvalidParameters({ violations: [SessionChecks.unknownUserViolation] })
    const page = yield* Effect.provideContext(ConnectPageUrl.urlOf(connectSessionId), context)
    return { connectSessionId, url: `${page}#${Redacted.value(link)}`, expiresAt: timestampOf(expiresAt) }
  })

  return create
})

const lookup = Effect.gen(function* () {
  const store = yield* ConnectSessionStore
  const sealer = yield* Sealer
  const context = yield* surroundings

  const find = Effect.fnUntraced(function* ({ clientId }: Caller, connectSessionId: string) {
    const found = yield* Effect.orDie(store.find(clientId, connectSessionId))
    return Option.isSome(found) ? found.value : yield* new ConnectSessionNotFound()
  })

  const findIf = (may: typeof owns | typeof canConfirm) => (caller: Caller, connectSessionId: string) =>
    Effect.filterOrFail(
      find(caller, connectSessionId),
      (session) => may(caller, session),
      () => new ConnectSessionNotFound()
    )

  const shown = Effect.fnUntraced(function* (session: StoredConnectSession) {
    const now = yield* Clock.currentTimeMillis
    return Presenter.presentSession(
      session,
      yield* Effect.provideContext(SessionContents.sessionObjectsOf(session), context),
      now
    )
  })

  const readIf = (may: typeof owns | typeof canConfirm) => (caller: Caller, connectSessionId: string) =>
    Effect.flatMap(findIf(may)(caller, connectSessionId), shown)

  const list: Sessions["list"] = Effect.fnUntraced(function* (caller, request) {
    const owned = ListFilters.queryOf(caller, request)
    if (owned === undefined) return { items: [] }
    const now = yield* Clock.currentTimeMillis
    const query = { ...owned, ...ListFilters.statusesOf(request), now }
    const page = yield* ListCursor.readPage(sealer, ListCursor.keyOf("connect-sessions", caller, request), request, {
      find: (bounds) => Effect.orDie(store.list({ ...query, ...bounds })),
      positionOf: ({ connectSessionId: id, createdAt }) => ({ createdAt, id }),
      itemOf: identity
    })
    return { ...page, items: yield* Effect.forEach(page.items, shown) }
  })

  return { find, list, readIf, shown }
})

type Lookup = Effect.Success<typeof lookup>

const confirmation = Effect.fnUntraced(function* ({ find, shown }: Lookup) {
  const store = yield* ConnectSessionStore
  const context = yield* surroundings

  /** Records the answer to the pending confirmation. Returns undefined if no confirmation with this code is pending. */
  const answer = Effect.fnUntraced(function* (
    session: StoredConnectSession,
    code: BlindIndex,
    isUser: boolean,
    accept: AcceptWrite
  ) {
    const now = yield* Clock.currentTimeMillis
    const pending = SessionChanges.pendingConfirmation(session, now)
    // Only an ended session waits for a confirmation.
    if (pending === undefined || session.status === "OPEN" || !code.matches(pending.codeHash)) return
    const asConfirmed = SessionMonitors.applyAtConfirmation(session)
    const confirmed = isUser ? yield* Effect.provideContext(asConfirmed, context) : session
    const change = SessionChanges.confirmationChange(confirmed, pending, now, isUser ? "CONFIRMED" : "REFUSED")
    const write = store.change(session, change)
    yield* isUser ? accept({ id: session.connectSessionId, isNew: false }, write) : Effect.orDie(write)
  })

  /**
   * Lets the session's confirmed consents replace the consents that they renew. Without this, the old consents would
   * stay until the session expires.
   */
  const replaceRenewed = Effect.fnUntraced(function* (session: StoredConnectSession) {
    if (session.terms.renews === undefined) return
    const made = yield* SessionContents.consentsOf(session)
    yield* Effect.forEach(made, ({ consentId }) => Effect.orDie(Changes.replaceRenewed(consentId)), { discard: true })
  }, Effect.provideContext(context))

  const confirm = Effect.fnUntraced(function* (
    caller: Caller,
    connectSessionId: string,
    code: Redacted.Redacted,
    challenge: string | undefined,
    accept: AcceptWrite
  ) {
    const session = yield* find(caller, connectSessionId)
    if (session.userId !== undefined && caller.userId === undefined) return yield* new ConnectUserTokenRequired()
    const codeHash = yield* Effect.provideContext(SessionSecrets.codeHashOf(session, code), context)
    const isUser = canConfirm(caller, session)
    // A code without its verifier changes nothing. A verifier is rejected if the session has no challenge (RFC 9700
    // §2.1.1).
    if (session.terms.codeChallenge !== challenge)
      return yield* isUser ? new ConnectSessionNotConfirmed() : new ConnectSessionNotFound()
    yield* answer(session, codeHash, isUser, accept)
    if (!isUser) return yield* new ConnectSessionNotFound()
    const after = yield* find(caller, connectSessionId)
    const { confirmation } = after.progress
    if (confirmation?.answer !== "CONFIRMED" || !codeHash.matches(confirmation.codeHash)) {
      return yield* new ConnectSessionNotConfirmed()
    }
    yield* replaceRenewed(after)
    return yield* shown(after)
  })

  return confirm
})

const make = Effect.gen(function* () {
  const once = yield* Idempotency.make
  const found = yield* lookup
  const confirm = yield* confirmation(found)
  return ConnectSessions.of({
    create: yield* creation,
    read: found.readIf(owns),
    list: found.list,
    confirm: (caller, connectSessionId, code, challenge) =>
      once({
        request: { code: Redacted.value(code), ...(challenge !== undefined && { challenge }) },
        make: (accept) => confirm(caller, connectSessionId, code, challenge, accept),
        resultOf: () => ({ id: connectSessionId, isNew: false }),
        repeat: () => found.readIf(canConfirm)(caller, connectSessionId)
      })
  })
})

export const layer = Layer.effect(ConnectSessions, make)
