/** The use cases of the Connect page (spec 13). */
import { marketOf } from "@sheaf/domain/Company"
import type { CompanyId } from "@sheaf/domain/Company"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import { taskOf } from "@sheaf/domain/ConnectSession"
import * as ConnectOffer from "@sheaf/domain/ConnectOffer"
import * as ConnectRequest from "@sheaf/domain/ConnectRequest"
import type { ConnectCompany, StartConnectCollection } from "@sheaf/domain/ConnectPageApi"
import {
  AccountHoldingBanks,
  AuditLog,
  ClientStore,
  Collections,
  Companies,
  ConnectPages,
  ConnectPurposeMismatch,
  ConnectSessionEndedError,
  Connectors,
  Consents,
  InvalidParameters,
  Monitors,
  PublicUrl,
  UserStore
} from "@sheaf/ports"
import type { ConnectDevice, ConnectVisitor, StoredConnectSession } from "@sheaf/ports"
import { Clock, Effect, Layer, Option, Stream } from "effect"
import { timestampOf } from "../views/Display.ts"
import * as CompanyUse from "../companies/CompanyUse.ts"
import * as StartCheck from "../requests/StartCheck.ts"
import * as UserExport from "../users/UserExport.ts"
import * as ConnectSummaries from "./ConnectSummaries.ts"
import * as PermittedMonitors from "./PermittedMonitors.ts"
import * as Receipts from "./Receipts.ts"
import * as SessionChanges from "./SessionChanges.ts"
import * as SessionChecks from "./SessionChecks.ts"
import * as SessionContents from "./SessionContents.ts"
import * as SessionEmbedding from "./SessionEmbedding.ts"
import * as SessionEnding from "./SessionEnding.ts"
import * as SessionMonitors from "./SessionMonitors.ts"
import * as SessionOpening from "./SessionOpening.ts"
import * as ConnectPageUrl from "../sessions/ConnectPageUrl.ts"
import * as Presenter from "./Presenter.ts"
import * as SessionSecrets from "../sessions/SessionSecrets.ts"

type Pages = ConnectPages["Service"]

const limitsOf = ({ purpose, terms }: StoredConnectSession): ConnectOffer.ConnectOfferSettings => ({
  ...terms,
  purpose: taskOf({ ...terms, purpose })
})

const contextOf = (
  { connectSessionId, terms }: StoredConnectSession,
  { address, userAgent }: ConnectDevice,
  page: string
): ConnectRequest.ConnectRequestContext => ({ ...terms, connectSessionId, address, userAgent, page })

/** Returns the request with the monitor's filter, because the collection will be the monitor's first run. */
const withMonitorFilter = (
  { terms: { monitor } }: StoredConnectSession,
  request: StartConnectCollection
): StartConnectCollection => {
  const isFiltered = request.parameters.some(({ type }) => type === "COLLECTION_FILTER")
  if (monitor?.filter === undefined || isFiltered) return request
  return { ...request, parameters: [...request.parameters, { type: "COLLECTION_FILTER", ...monitor.filter }] }
}

const requireOffered = (session: StoredConnectSession, request: Parameters<typeof ConnectOffer.startViolations>[1]) => {
  const violations = ConnectOffer.startViolations(limitsOf(session), request, marketOf(request.company))
  return violations.length > 0 ? Effect.fail(new InvalidParameters({ violations })) : Effect.void
}

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
        | typeof SessionEmbedding.handOver
        | typeof SessionEmbedding.originsOf
        | typeof SessionEnding.finishSession
        | typeof PermittedMonitors.requireSeen
        | typeof Receipts.makeReceipt
        | typeof SessionMonitors.questionOf
        | typeof SessionMonitors.permitMonitor
        | typeof SessionSecrets.pageTokenOf
      >
    >
  | Stream.Services<ReturnType<typeof UserExport.exportUser>>
>()

const openness = Effect.gen(function* () {
  const context = yield* surroundings
  return Effect.fnUntraced(function* (visited: StoredConnectSession) {
    const session = yield* SessionEnding.abandonUnconfirmableSession(visited)
    if (!SessionChanges.isOpen(session, yield* Clock.currentTimeMillis)) return yield* new ConnectSessionEndedError()
  }, Effect.provideContext(context))
})

type RequireOpen = Effect.Success<typeof openness>

const views = Effect.gen(function* () {
  const clients = yield* ClientStore
  const publicAddress = yield* PublicUrl
  const context = yield* surroundings

  const page = Effect.fnUntraced(function* (session: StoredConnectSession) {
    const client = yield* Effect.orDie(clients.findClient(session.clientId))
    const name = Option.match(client, { onNone: () => session.clientId, onSome: (found) => found.name })
    const objects = yield* SessionContents.sessionObjectsOf(session)
    const isUnconfirmable = yield* SessionChecks.isUnconfirmable(session)
    const now = yield* Clock.currentTimeMillis
    const question = SessionChanges.isOpen(session, now) ? yield* SessionMonitors.questionOf(session) : undefined
    return Presenter.presentPage(session, { name, isUnconfirmable }, objects, question, now)
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
    return { body, browser, isSecure: yield* isSecure, isFramed: opening.embedded === "FRAME" }
  }, Effect.provideContext(context))

  return {
    baseUrl: publicAddress.base,
    isSecure,
    open,
    session: ({ session }) => page(session)
  } satisfies Partial<Pages>
})

/**
 * Returns the login methods of each company's test environment, if the operator allows the client to use them. They
 * cannot be used for consents.
 */
const testMethodsFor = Effect.fnUntraced(function* (
  { clientId, purpose, terms }: StoredConnectSession,
  companies: ReadonlyArray<CompanyId>
) {
  const client = yield* Effect.orDie((yield* ClientStore).findClient(clientId))
  const isAllowed =
    taskOf({ ...terms, purpose }) === "COLLECT" &&
    Option.exists(client, ({ usesTestMethods }) => usesTestMethods === true)
  if (!isAllowed) return new Map<CompanyId, ReadonlyArray<LoginMethod>>()
  const { findTest } = yield* Connectors
  const found = yield* Effect.forEach(companies, (company) => findTest(company))
  return new Map(
    found.flatMap(Option.toArray).map(({ availability: { company, loginMethods } }) => [company, loginMethods])
  )
})

const offer = Effect.gen(function* () {
  const companies = yield* Companies
  const banks = yield* AccountHoldingBanks
  const uses = yield* CompanyUse.CompanyUse
  const context = yield* Effect.context<ClientStore | Connectors>()
  return Effect.fnUntraced(function* ({ session }: ConnectVisitor) {
    const limits = limitsOf(session)
    const supported = yield* companies.supportedProducts({})
    const byCompany = new Map(supported.map((each) => [each.company, each]))
    const available = yield* companies.availability({})
    const ids = available.map(({ company }) => company)
    const tests = yield* Effect.provideContext(testMethodsFor(session, ids), context)
    const offers = available.map(
      Effect.fnUntraced(function* (availability): Effect.fn.Return<ReadonlyArray<ConnectCompany>> {
        const { company } = availability
        const products = byCompany.get(company)
        if (products === undefined) return []
        const bank = Option.getOrUndefined(yield* banks.find(company))
        const page = bank?.authorizations.includes("REDIRECT") ?? true
        const offered = ConnectOffer.offeredCompanyOf(limits, availability, products, tests.get(company), page)
        return offered === undefined ? [] : [offered]
      })
    )
    return CompanyUse.sort((yield* Effect.all(offers)).flat(), yield* uses)
  })
})

const starts = Effect.fnUntraced(function* (requireOpen: RequireOpen) {
  const collections = yield* Collections
  const consents = yield* Consents
  const banks = yield* AccountHoldingBanks
  const context = yield* surroundings

  const startCollection: Pages["startCollection"] = Effect.fnUntraced(function* ({ caller, session }, request, device) {
    yield* requireOpen(session)
    const task = taskOf({ ...session.terms, purpose: session.purpose })
    if (task !== "COLLECT" && task !== "MONITOR") return yield* new ConnectPurposeMismatch()
    yield* requireOffered(session, request)
    const page = yield* Effect.provideContext(ConnectPageUrl.urlOf(session.connectSessionId), context)
    const known = contextOf(session, device, page)
    const { keepCredentials = false, ...asked } = withMonitorFilter(session, request)
    if (keepCredentials && session.purpose !== "MONITOR") return yield* new ConnectPurposeMismatch()
    const command = yield* StartCheck.failUnlessValid(ConnectRequest.toStartCommand(asked, known))
    const full = { ...command, ...(keepCredentials && { keepsCredentials: true }) }
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

const monitorsOf = Effect.fnUntraced(function* (requireOpen: RequireOpen, page: Pages["session"]) {
  const monitors = yield* Monitors
  const context = yield* surroundings

  const permitMonitor: Pages["permitMonitor"] = Effect.fnUntraced(function* (visitor, { source }) {
    const { session } = visitor
    if (session.purpose !== "MONITOR") return yield* new ConnectPurposeMismatch()
    yield* requireOpen(session)
    return yield* page({ ...visitor, session: yield* SessionMonitors.permitMonitor(session, source) })
  }, Effect.provideContext(context))

  const pauseMonitor: Pages["pauseMonitor"] = Effect.fnUntraced(function* (visitor, monitorId, isPaused) {
    return yield* monitors.pause(yield* PermittedMonitors.requireSeen(visitor, monitorId), monitorId, isPaused)
  }, Effect.provideContext(context))

  const endMonitor: Pages["endMonitor"] = Effect.fnUntraced(function* (visitor, monitorId) {
    return yield* monitors.end(yield* PermittedMonitors.requireSeen(visitor, monitorId), monitorId)
  }, Effect.provideContext(context))

  const eraseCredentials: Pages["eraseCredentials"] = Effect.fnUntraced(function* (visitor, monitorId) {
    return yield* monitors.eraseCredentials(yield* PermittedMonitors.requireSeen(visitor, monitorId), monitorId)
  }, Effect.provideContext(context))

  return { endMonitor, eraseCredentials, pauseMonitor, permitMonitor } satisfies Partial<Pages>
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
  const shown = yield* views
  return ConnectPages.of({
    ...shown,
    ...(yield* monitorsOf(requireOpen, shown.session)),
    ...(yield* starts(requireOpen)),
    companies: yield* offer,
    export: yield* exportOf(requireOpen),
    authenticate: (token, browserOf) =>
      Effect.provideContext(SessionOpening.authenticateVisitor(token, browserOf), context),
    summary: (visitor) => Effect.provideContext(ConnectSummaries.summarizeSession(visitor), context),
    permissions: (visitor) => Effect.provideContext(ConnectSummaries.listPermissions(visitor), context),
    receipt: (visitor, ...given) => Effect.provideContext(Receipts.makeReceipt(visitor, ...given), context),
    origins: (connectSessionId) => Effect.provideContext(SessionEmbedding.originsOf(connectSessionId), context),
    handOver: ({ session }) => Effect.provideContext(SessionEmbedding.handOver(session), context),
    finish: ({ session }, outcome) => Effect.provideContext(SessionEnding.finishSession(session, outcome), context)
  })
})

export const layer = Layer.effect(ConnectPages, make)
