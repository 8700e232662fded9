/** The use cases of the Connect page (spec 13). */
import { marketOf } from "@sheaf/domain/Company"
import * as ConnectOffer from "@sheaf/domain/ConnectOffer"
import * as ConnectRequest from "@sheaf/domain/ConnectRequest"
import type { ConnectCompany } from "@sheaf/domain/ConnectPageApi"
import {
  AccountHoldingBanks,
  AuditLog,
  ClientStore,
  Collections,
  Companies,
  ConnectPages,
  ConnectPurposeMismatch,
  ConnectSessionEndedError,
  Consents,
  InvalidParameters,
  PublicUrl,
  UserStore
} from "@sheaf/ports"
import type { ConnectDevice, ConnectVisitor, StoredConnectSession } from "@sheaf/ports"
import { Clock, Effect, Layer, Option, Stream } from "effect"
import { timestampOf } from "../views/DateFormat.ts"
import * as StartCheck from "../requests/StartCheck.ts"
import * as UserExport from "../users/UserExport.ts"
import * as ConnectSummaries from "./ConnectSummaries.ts"
import * as SessionChanges from "./SessionChanges.ts"
import * as SessionChecks from "./SessionChecks.ts"
import * as SessionContents from "./SessionContents.ts"
import * as SessionEnding from "./SessionEnding.ts"
import * as SessionOpening from "./SessionOpening.ts"
import * as ConnectPageUrl from "../sessions/ConnectPageUrl.ts"
import * as Presenter from "./Presenter.ts"
import * as SessionSecrets from "../sessions/SessionSecrets.ts"

type Pages = ConnectPages["Service"]

const limitsOf = ({ purpose, terms }: StoredConnectSession): ConnectOffer.ConnectOfferSettings => ({
  ...terms,
  purpose
})

const contextOf = (
  { connectSessionId, terms }: StoredConnectSession,
  { address, userAgent }: ConnectDevice,
  page: string
): ConnectRequest.ConnectRequestContext => ({ ...terms, connectSessionId, address, userAgent, page })

/** Fails if the session does not offer the company or the login method. */
const requireOffered = (session: StoredConnectSession, request: Parameters<typeof ConnectOffer.startViolations>[1]) => {
  const violations = ConnectOffer.startViolations(limitsOf(session), request, marketOf(request.company))
  return violations.length > 0 ? Effect.fail(new InvalidParameters({ violations })) : Effect.void
}

/** The services that a visitor's actions need. */
const surroundings = Effect.context<
  | Effect.Services<
      ReturnType<
        | typeof ConnectSummaries.listPermissions
        | typeof ConnectSummaries.summarizeSession
        | typeof SessionContents.sessionObjectsOf
        | typeof SessionOpening.authenticateVisitor
        | typeof SessionOpening.openSession
        | typeof ConnectPageUrl.urlOf
        | typeof SessionChecks.isUnconfirmable
        | typeof SessionEnding.finishSession
        | typeof SessionSecrets.pageTokenOf
      >
    >
  | Stream.Services<ReturnType<typeof UserExport.exportUser>>
>()

/** Fails unless the session can still start something. */
const openness = Effect.gen(function* () {
  const context = yield* surroundings
  return Effect.fnUntraced(function* (visited: StoredConnectSession) {
    const session = yield* SessionEnding.abandonUnconfirmableSession(visited)
    if (!SessionChanges.isOpen(session, yield* Clock.currentTimeMillis)) return yield* new ConnectSessionEndedError()
  }, Effect.provideContext(context))
})

type RequireOpen = Effect.Success<typeof openness>

/** Opens the page, and shows its session. */
const views = Effect.gen(function* () {
  const clients = yield* ClientStore
  const publicAddress = yield* PublicUrl
  const context = yield* surroundings

  const page = Effect.fnUntraced(function* (session: StoredConnectSession) {
    const client = yield* Effect.orDie(clients.findClient(session.clientId))
    const name = Option.match(client, { onNone: () => session.clientId, onSome: (found) => found.name })
    const objects = yield* SessionContents.sessionObjectsOf(session)
    const isUnconfirmable = yield* SessionChecks.isUnconfirmable(session)
    return Presenter.presentPage(session, { name, isUnconfirmable }, objects, yield* Clock.currentTimeMillis)
  }, Effect.provideContext(context))

  const isSecure = Effect.map(publicAddress.base, (base) => base.startsWith("https:"))

  const open: Pages["open"] = Effect.fnUntraced(function* (opening) {
    const { browser, session: found } = yield* SessionOpening.openSession(opening)
    const session = yield* SessionOpening.runAsPage(found, SessionEnding.abandonUnconfirmableSession(found))
    const body = {
      token: yield* SessionSecrets.pageTokenOf(session.connectSessionId, browser),
      expiresAt: timestampOf(session.expiresAt),
      session: yield* page(session)
    }
    return { body, browser, isSecure: yield* isSecure }
  }, Effect.provideContext(context))

  return {
    baseUrl: publicAddress.base,
    isSecure,
    open,
    session: ({ session }) => page(session)
  } satisfies Partial<Pages>
})

const offer = Effect.gen(function* () {
  const companies = yield* Companies
  return Effect.fnUntraced(function* ({ session }: ConnectVisitor) {
    const limits = limitsOf(session)
    const supported = yield* companies.supportedProducts({})
    const byCompany = new Map(supported.map((each) => [each.company, each]))
    return (yield* companies.availability({})).flatMap((availability): ReadonlyArray<ConnectCompany> => {
      const products = byCompany.get(availability.company)
      const offered = products && ConnectOffer.offeredCompanyOf(limits, availability, products)
      return offered === undefined ? [] : [offered]
    })
  })
})

/** Starts what the session may start. */
const starts = Effect.fnUntraced(function* (requireOpen: RequireOpen) {
  const collections = yield* Collections
  const consents = yield* Consents
  const banks = yield* AccountHoldingBanks
  const context = yield* surroundings

  const startCollection: Pages["startCollection"] = Effect.fnUntraced(function* ({ caller, session }, request, device) {
    yield* requireOpen(session)
    if (session.purpose !== "COLLECT") return yield* new ConnectPurposeMismatch()
    yield* requireOffered(session, request)
    const page = yield* Effect.provideContext(ConnectPageUrl.urlOf(session.connectSessionId), context)
    const known = contextOf(session, device, page)
    const full = yield* StartCheck.failUnlessValid(ConnectRequest.toStartCommand(request, known))
    return yield* collections.start(caller, full)
  })

  const createConsent: Pages["createConsent"] = Effect.fnUntraced(function* ({ caller, session }, request, device) {
    yield* requireOpen(session)
    const { connectSessionId, purpose, userId } = session
    const isIncluded = session.terms.products?.includes("PSD2_AIS") ?? true
    if (userId === undefined || purpose === "PERMISSIONS" || !isIncluded) return yield* new ConnectPurposeMismatch()
    yield* requireOffered(session, request)
    const address = yield* Effect.provideContext(ConnectPageUrl.urlOf(connectSessionId), context)
    const bank = yield* banks.find(request.company)
    const byElectronicId = Option.exists(bank, ({ authorizations }) => authorizations.includes("DECOUPLED"))
    const known = contextOf(session, device, address)
    const full = ConnectRequest.toConsentRequest(request, known, { byElectronicId, page: address })
    const owner = { ...caller, userId }
    const asked = yield* StartCheck.failUnlessValid(full)
    const { renews } = session.terms
    if (renews === undefined) return yield* consents.create(owner, asked)
    const { company: _, ...renewal } = asked
    return yield* consents.renew(owner, renews, renewal)
  })

  return { startCollection, createConsent } satisfies Partial<Pages>
})

const exportOf = Effect.fnUntraced(function* (requireOpen: RequireOpen) {
  const audit = yield* AuditLog
  const users = yield* UserStore
  const context = yield* surroundings

  const exported: Pages["export"] = Effect.fnUntraced(function* ({ session }) {
    const { clientId, purpose, userId } = session
    if (purpose !== "PERMISSIONS" || userId === undefined) return yield* new ConnectPurposeMismatch()
    yield* requireOpen(session)
    const user = yield* Effect.orDie(users.find(clientId, userId))
    if (Option.isNone(user)) return yield* new ConnectPurposeMismatch()
    yield* Effect.orDie(audit.append({ action: "DATA_EXPORTED", subject: { clientId, userId } }))
    return UserExport.exportUser(user.value).pipe(Stream.encodeText, Stream.orDie, Stream.provideContext(context))
  }, Effect.provideContext(context))

  return exported
})

const make = Effect.gen(function* () {
  const context = yield* surroundings
  const requireOpen = yield* openness
  return ConnectPages.of({
    ...(yield* views),
    ...(yield* starts(requireOpen)),
    companies: yield* offer,
    export: yield* exportOf(requireOpen),
    authenticate: (token, browserOf) =>
      Effect.provideContext(SessionOpening.authenticateVisitor(token, browserOf), context),
    summary: (visitor) => Effect.provideContext(ConnectSummaries.summarizeSession(visitor), context),
    permissions: (visitor) => Effect.provideContext(ConnectSummaries.listPermissions(visitor), context),
    finish: ({ session }, outcome) => Effect.provideContext(SessionEnding.finishSession(session, outcome), context)
  })
})

export const layer = Layer.effect(ConnectPages, make)
