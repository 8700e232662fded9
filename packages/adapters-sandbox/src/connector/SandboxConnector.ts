/** The connector for all simulated companies. It turns a scenario's actions into steps (architecture 3). */
import { isOutcome } from "@sheaf/domain/CollectionStatus"
import { collectIntervalMillis } from "@sheaf/domain/ElectronicIdHint"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import { ConnectorError, Connectors, ElectronicId } from "@sheaf/ports"
import type {
  Authenticated,
  CollectedData,
  ConnectedCompany,
  Connector,
  ConnectorRequest,
  ConnectorSignal,
  DocumentContent,
  ElectronicIdOrder,
  Step,
  StepKey
} from "@sheaf/ports"
import * as Parameter from "@sheaf/domain/Parameter"
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import { Cache, Effect, Layer, Option, Redacted, Schema } from "effect"
import { BankConnectors } from "../banks/BankConnectors.ts"
import * as DeviceLogin from "../clientSide/DeviceLogin.ts"
import { LoginHost } from "../clientSide/LoginHost.ts"
import { companyDescriptions, companyOf } from "../companies/SandboxCompanies.ts"
import type { Company } from "../companies/Company.ts"
import * as ElectronicIdLogin from "./ElectronicIdLogin.ts"
import { PageLoginOrders } from "../electronicId/ElectronicIdSandbox.ts"
import { contentType } from "../documents/SandboxDocument.ts"
import type { SandboxDocument } from "../documents/SandboxDocument.ts"
import * as DocumentPdf from "../documents/DocumentPdf.ts"
import * as PersonalData from "../records/PersonalData.ts"
import type { EndAction } from "../scenarios/Script.ts"
import { identityOf, durationOf, siteScenarioOf } from "../scenarios/ScenarioTable.ts"
import * as OneTimeReading from "./OneTimeReading.ts"
import * as RenewalTokens from "./RenewalTokens.ts"
import * as SandboxSession from "./SandboxSession.ts"

const cachedPeople = 256
const cachedDocuments = 512

/** The number of quick signature polls. Later polls wait `collectIntervalMillis`. */
const quickPolls = 5

/** The session belongs to another connector, or the step does not expect this signal. A retry would not help. */
const broken = new ConnectorError({ reason: "BROKEN" })

const find = (id: string): Effect.Effect<Company, ConnectorError> => {
  const company = companyOf(id)
  return company === undefined ? Effect.fail(broken) : Effect.succeed(company)
}

const consentRefused: EndAction = { type: "End", status: "AUTHENTICATION_ERROR", reason: "CONSENT_REFUSED" }

const isElectronicIdLogin = Schema.is(Parameter.ElectronicIdLogin)

const isEmpty = ({ insurance, wealth }: CollectedData): boolean => insurance.length + wealth.length === 0

interface Call {
  readonly company: Company
  readonly session: SandboxSession.SandboxSession
  readonly key: string
  /** Where a page should send the person after the login. Present only if this call may show a page. */
  readonly returnUrl?: string | undefined
}

const to = (call: Call, session: SandboxSession.SandboxSession): Call => ({ ...call, session })

type Answer = Effect.Effect<Step, ConnectorError>

const makeServices = Effect.gen(function* () {
  const provider = { orders: yield* ElectronicId, pages: yield* PageLoginOrders }
  const data = yield* Cache.make({
    capacity: cachedPeople,
    lookup: ({ company, identity }: Pick<SandboxSession.SandboxSession, "company" | "identity">) =>
      Effect.map(find(company), (found) => PersonalData.generate(found, identity))
  })
  const render = yield* DocumentPdf.makeRenderer
  const documents = yield* Cache.make({
    capacity: cachedDocuments,
    lookup: (document: SandboxDocument) => render(document)
  })
  const host = yield* LoginHost
  const readings = yield* BankConnectors
  return {
    provider,
    host,
    readings,
    data,
    documents,
    behave: SandboxSession.makeMisbehavior(),
    tokens: RenewalTokens.make()
  }
})

type Services = Effect.Success<typeof makeServices>

const dataOf = ({ data }: Services, { company, identity }: SandboxSession.SandboxSession) =>
  Cache.get(data, { company, identity })

/** Ends the script. Returns data only if the final status is an outcome, such as COMPLETED. */
const finish = (
  services: Services,
  { company, key, session: before }: Call,
  action: EndAction,
  who: Authenticated,
  accounts: ReadonlyArray<BankAccount> = []
): Answer => {
  if (!isOutcome(action.status)) return Effect.succeed(SandboxSession.end(action, before, who))
  const session = SandboxSession.withRenewal(company, before, key)
  const { filter, products } = session
  return Effect.map(dataOf(services, session), (drawn) => {
    const collected = PersonalData.collectData(
      action.status,
      PersonalData.selectData({ ...drawn, accounts }, filter),
      products
    )
    return isEmpty(collected)
      ? SandboxSession.end({ ...action, status: "COMPLETED_EMPTY" }, session, who, { ...collected, missing: [] })
      : SandboxSession.end(action, session, who, collected)
  })
}

const afterReading = (
  services: Services,
  call: Call,
  action: EndAction,
  who: Authenticated,
  reading: OneTimeReading.ReadingProgress
): Answer => {
  switch (reading._tag) {
    case "Continues":
      return Effect.succeed(
        SandboxSession.continueReading({ ...call.session, reading: reading.session }, who, reading.afterMillis)
      )
    case "Read":
      return finish(services, to(call, SandboxSession.withoutReading(call.session)), action, who, reading.accounts)
    case "Ended":
      return Effect.succeed(
        SandboxSession.endAfterFailedReading(reading, SandboxSession.withoutReading(call.session), who)
      )
  }
}

const finishWithAccounts = Effect.fnUntraced(function* (
  services: Services,
  call: Call,
  action: EndAction,
  who: Authenticated
) {
  const { company, key, session } = call
  if (session.consent === undefined || !isOutcome(action.status)) return yield* finish(services, call, action, who)
  const connector = yield* services.readings.find(session.company)
  if (company.bank === undefined || Option.isNone(connector)) {
    return SandboxSession.end(consentRefused, session, who)
  }
  const reading =
    session.reading === undefined
      ? OneTimeReading.begin(connector.value, session.consent, session, key)
      : OneTimeReading.resume(connector.value, session.reading, key)
  return yield* afterReading(services, call, action, who, yield* reading)
})

/**
 * Returns the first step of the session's current action. `known` contains the personal numbers of the people who have
 * authenticated so far.
 */
const enter = (services: Services, call: Call, known: Authenticated = {}): Answer =>
  Effect.gen(function* () {
    const { company, key, session } = call
    const action = SandboxSession.actionAt(company, session)
    if (action === undefined) return yield* broken
    const who = action.type === "Show" ? SandboxSession.withReportedPersonalNumber(action, session, known) : known
    switch (action.type) {
      case "Show":
        return yield* services.behave(action.behavior, key, SandboxSession.show(action, session, who))
      case "Ask":
        return SandboxSession.ask(action, session, who)
      case "Identify":
        if (session.identified) return yield* enter(services, to(call, SandboxSession.moveToNextAction(session)), who)
        return yield* afterOrder(services, call, yield* ElectronicIdLogin.begin(services.provider, session, call))
      case "LogInFromDevice":
        return yield* askDevice(services, session, DeviceLogin.firstRound)
      case "End":
        return yield* finishWithAccounts(services, call, action, who)
    }
  })

const afterLogin = (services: Services, call: Call, end: DeviceLogin.LoginResult): Answer =>
  end.type === "IDENTIFIED"
    ? enter(services, to(call, SandboxSession.moveToNextAction(call.session)), end.authenticated)
    : enter(services, to(call, SandboxSession.endEarly(call.session, end.status)))

const afterOrder = (services: Services, call: Call, outcome: ElectronicIdLogin.OrderOutcome): Answer =>
  outcome.type === "WAITS"
    ? Effect.succeed(
        SandboxSession.waitForSignature({ ...call.session, ...outcome.kept }, outcome.opening, outcome.afterMillis)
      )
    : afterLogin(services, call, outcome)

/**
 * Polls an order. While a page is shown, the login continues only when the person returns from it. A person who returns
 * without a decision gets a new page, because each return URL works only once.
 */
const afterPoll = (services: Services, call: Call, order: ElectronicIdOrder, signal: ConnectorSignal): Answer => {
  const { page } = LoginMethod.describe(call.session.method)
  if (signal._tag !== "Tick" && !(page && signal._tag === "Return")) return Effect.fail(broken)
  return Effect.flatMap(ElectronicIdLogin.collect(services.provider, call.session, order), (outcome): Answer => {
    if (page && signal._tag === "Tick" && outcome.type === "IDENTIFIED") {
      const opening = { information: { REDIRECT_URL: order.pageUrl ?? "" } }
      return Effect.succeed(SandboxSession.waitForSignature(call.session, opening, collectIntervalMillis))
    }
    return signal._tag === "Return" && outcome.type === "WAITS"
      ? enter(services, to(call, SandboxSession.withoutOrder(call.session)))
      : afterOrder(services, call, outcome)
  })
}

const askDevice = (
  { host }: Services,
  session: SandboxSession.SandboxSession,
  login: DeviceLogin.DeviceLogin
): Answer =>
  Effect.mapBoth(host.address, {
    onFailure: (cause) => new ConnectorError({ reason: "UNREACHABLE", cause }),
    onSuccess: (address) => {
      const site = { address, company: session.company, scenario: siteScenarioOf(session.identity) }
      return SandboxSession.askDevice(session, login, site)
    }
  })

const pauseDevice = (session: SandboxSession.SandboxSession, login: DeviceLogin.SigningRound): Step => {
  const pace = durationOf(session.method, session.identity, session.at + login.asked)
  const opening = { information: SandboxSession.autostartOf(login) }
  return SandboxSession.waitForSignature(
    { ...session, deviceLogin: login },
    opening,
    login.asked < quickPolls ? pace : collectIntervalMillis
  )
}

const device = (services: Services, call: Call, login: DeviceLogin.DeviceLogin, signal: ConnectorSignal): Answer => {
  const { session } = call
  if (login.round === "SIGNATURE" && login.pausing) {
    return signal._tag === "Tick"
      ? askDevice(services, session, DeviceLogin.resumeAfterPause(login))
      : Effect.fail(broken)
  }
  if (signal._tag !== "Responses") return Effect.fail(broken)
  const outcome = DeviceLogin.readResponses(login, Redacted.value(signal.responses))
  switch (outcome.type) {
    case "NEXT":
      return askDevice(services, session, outcome.login)
    case "PAUSE":
      return Effect.succeed(pauseDevice(session, outcome.login))
    default:
      return afterLogin(services, call, outcome)
  }
}

const renew = (
  { tokens }: Services,
  { session: { filter: _, renewal: given, ...session } }: Call,
  { filter, products }: Extract<ConnectorSignal, { readonly _tag: "Renew" }>
): Answer => {
  const renewal = given && tokens.exchange(given)
  if (renewal === undefined) {
    const ended = { type: "End", status: "AUTHENTICATION_ERROR" } as const
    return Effect.succeed(SandboxSession.end(ended, SandboxSession.endEarly(session, ended.status), {}))
  }
  return Effect.succeed(SandboxSession.collect({ ...session, products, renewal, ...(filter && { filter }) }))
}

const answer = (services: Services, call: Call, signal: ConnectorSignal): Answer => {
  const { company, session } = call
  const action = SandboxSession.actionAt(company, session)
  if (action?.type === "Show" && signal._tag === "Tick")
    return enter(services, to(call, SandboxSession.moveToNextAction(session)))
  if (action?.type === "Ask" && signal._tag === "Input") {
    return enter(services, to(call, SandboxSession.withInput(session, Redacted.value(signal.input))))
  }
  if (action?.type === "Identify" && signal._tag === "Tick" && session.result !== undefined) {
    return afterLogin(services, call, session.result)
  }
  if (action?.type === "Identify" && session.order !== undefined)
    return afterPoll(services, call, session.order, signal)
  if (signal._tag === "Renew") return renew(services, call, signal)
  if (action?.type === "End" && signal._tag === "Tick" && (session.reading ?? session.renewal) !== undefined) {
    return finishWithAccounts(services, call, action, {})
  }
  if (action?.type === "LogInFromDevice" && session.deviceLogin !== undefined) {
    return device(services, call, session.deviceLogin, signal)
  }
  return Effect.fail(broken)
}

const begin = (services: Services, order: ConnectorRequest, key: StepKey): Answer =>
  Effect.gen(function* () {
    const { clientName, company: id, consent, filter, identified, login, loginMethod, pageReturn, products } = order
    const company = yield* find(id)
    const person = Redacted.value(login)
    const session: SandboxSession.SandboxSession = {
      company: id,
      products,
      ...(clientName !== undefined && { clientName }),
      method: loginMethod,
      identity: identityOf(person),
      ...(isElectronicIdLogin(person) && { login: person }),
      ...(identified && { identified }),
      ...(filter !== undefined && { filter }),
      ...(consent !== undefined && { consent }),
      at: 0
    }
    return yield* enter(services, { company, session, key, returnUrl: pageReturn?.url })
  })

const cancel = Effect.fnUntraced(function* ({ provider, readings }: Services, text: string) {
  const session = yield* SandboxSession.parse(text)
  const { company, reading } = session
  const connector = reading === undefined ? Option.none() : yield* readings.find(company)
  if (reading !== undefined && Option.isSome(connector)) yield* connector.value.cancel(reading)
  yield* ElectronicIdLogin.cancel(provider, session)
})

const documentOf = Effect.fnUntraced(function* (services: Services, text: string, documentId: string) {
  const session = yield* SandboxSession.parse(text)
  const document = PersonalData.documentOf(yield* dataOf(services, session), documentId)
  if (document === undefined) return yield* broken
  return { contentType, bytes: yield* Cache.get(services.documents, document) } satisfies DocumentContent
})

const make: Effect.Effect<Connector, never, BankConnectors | ElectronicId | LoginHost | PageLoginOrders> = Effect.map(
  makeServices,
  (services): Connector => ({
    begin: (order, key) => begin(services, order, key),
    resume: Effect.fnUntraced(function* (text, signal, key, pageReturn) {
      const session = yield* SandboxSession.parse(text)
      const company = yield* find(session.company)
      return yield* answer(services, { company, session, key, returnUrl: pageReturn?.url }, signal)
    }),
    cancel: (text) => cancel(services, text),
    document: (text, documentId) => documentOf(services, text, documentId)
  })
)

/** Provides all simulated companies, which share one connector. */
export const layer: Layer.Layer<Connectors, never, BankConnectors | ElectronicId | PageLoginOrders | LoginHost> =
  Layer.effect(
    Connectors,
    Effect.map(make, (connector) => {
      const all: ReadonlyArray<ConnectedCompany> = companyDescriptions.map((told) => ({ ...told, connector }))
      const byId = new Map(all.map((connected) => [connected.availability.company, connected]))
      return {
        all: Effect.succeed(all),
        find: (id) => Effect.succeed(Option.fromUndefinedOr(byId.get(id))),
        findTest: () => Effect.succeedNone
      }
    })
  )
