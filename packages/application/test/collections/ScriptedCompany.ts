/** Companies with scripted connectors, and a bank for each company that has accounts. */
import type { ExtraInformation } from "@sheaf/domain/ExtraInformation"
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { Product } from "@sheaf/domain/Product"
import type { Question } from "@sheaf/domain/SupplementInfo"
import { AccountHoldingBanks, CallContext, ConnectorError, Connectors } from "@sheaf/ports"
import type {
  AccountHoldingBank,
  CollectedData,
  ConnectedCompany,
  Connector,
  ConnectorRequest,
  StepKey,
  PageReturn,
  ReturnQuery,
  ConnectorSignal,
  Step
} from "@sheaf/ports"
import { Effect, Layer, Option, Redacted } from "effect"

export type Script = (
  step: number,
  signal: ConnectorSignal | undefined,
  key: StepKey
) => Effect.Effect<Step, ConnectorError>

export interface ScriptedCompany {
  script: Script
  readonly orders: Array<ConnectorRequest>
  readonly callContexts: Array<CallContext>
  readonly keys: Array<StepKey>
  readonly answers: Array<ConnectorSignal>
  readonly cancelled: Array<string>
  /** By default, the connector throws. */
  cancel: Effect.Effect<void, ConnectorError>
  page?: true
  readonly codes: Array<string>
  readonly queries: Array<ReturnQuery>
  readonly pageReturns: Array<PageReturn>
  /**
   * The connector session whose step exchanges the code that the person brought back. If absent, no step exchanges a
   * code.
   */
  exchange?: string
  requiresEndUserIp?: true
  isInMaintenance?: boolean
  test?: ScriptedCompany
}

const unasked: Script = () => Effect.die("the company was asked")

/** Without a script, all calls fail. */
export const make = (script: Script = unasked): ScriptedCompany => ({
  script,
  orders: [],
  callContexts: [],
  keys: [],
  answers: [],
  cancelled: [],
  cancel: Effect.die(new Error("boom")),
  codes: [],
  queries: [],
  pageReturns: []
})

const asked = <A, E>({ callContexts }: ScriptedCompany, call: () => Effect.Effect<A, E>) =>
  Effect.flatMap(CallContext, (callContext) => {
    callContexts.push(callContext)
    return call()
  })

const afterReturn = (
  scripted: ScriptedCompany,
  next: number,
  signal: Extract<ConnectorSignal, { readonly _tag: "Return" }>,
  key: StepKey
) => {
  const code = signal.response === undefined ? "none" : Redacted.value(signal.response.code)
  if (!scripted.codes.includes(code)) scripted.codes.push(code)
  if (signal.query !== undefined) scripted.queries.push(Redacted.value(signal.query))
  const exchanging: Step = {
    ...poll("WAITING_FOR_USER_ACTION")(String(next)),
    _tag: "Poll",
    once: true,
    afterMillis: 0
  }
  return asked(scripted, () =>
    scripted.exchange === String(next) ? Effect.succeed(exchanging) : scripted.script(next, signal, key)
  )
}

/** The connector's session is the number of the next step. */
const connectorOf = (scripted: ScriptedCompany): Connector => ({
  begin: (order, key) => {
    scripted.orders.push(order)
    scripted.keys.push(key)
    scripted.pageReturns.push(...(order.pageReturn ? [order.pageReturn] : []))
    return asked(scripted, () => scripted.script(0, undefined, key))
  },
  resume: (session, signal, key, pageReturn) => {
    scripted.keys.push(key)
    scripted.pageReturns.push(...(pageReturn ? [pageReturn] : []))
    if (signal._tag === "Return") return afterReturn(scripted, Number(session) + 1, signal, key)
    if (signal._tag !== "Tick") scripted.answers.push(signal)
    return asked(scripted, () => scripted.script(Number(session), signal, key))
  },
  pageUse: () => (scripted.page === true ? "REQUIRED" : "NONE"),
  cancel: (session) =>
    asked(scripted, () => {
      scripted.cancelled.push(session)
      return scripted.cancel
    }),
  document: (_, documentId) => {
    if (documentId === "missing") return Effect.fail(new ConnectorError({ reason: "BROKEN" }))
    if (documentId === "broken") return Effect.die(new Error("boom"))
    return Effect.succeed({ contentType: "application/pdf", bytes: new TextEncoder().encode(`%PDF-${documentId}`) })
  }
})

export const noData: CollectedData = { insurance: [], wealth: [], missing: [] }

type Status = Step["status"]

export const steps =
  (...all: ReadonlyArray<(next: string) => Step>): Script =>
  (step) => {
    const make = all[step]
    return make === undefined
      ? Effect.fail(new ConnectorError({ reason: "BROKEN" }))
      : Effect.succeed(make(String(step + 1)))
  }

export const poll =
  (status: Status, afterMillis = 0) =>
  (session: string): Step => ({ _tag: "Poll", status, session, afterMillis })

export const page =
  (afterMillis = 0) =>
  (session: string): Extract<Step, { readonly _tag: "Poll" }> => ({
    _tag: "Poll",
    status: "WAITING_FOR_USER_ACTION",
    information: { REDIRECT_URL: "https://bank.example/page" },
    session,
    afterMillis
  })

export const pageWithCode =
  (afterMillis = 0) =>
  (session: string): Step => ({ ...page(afterMillis)(session), expectsCode: true })

export const ask =
  (status: Status, question: Question, information: ExtraInformation) =>
  (session: string): Step => ({ _tag: "Ask", status, question, information, session })

export const askForCode = ask(
  "TWO_FACTOR_PENDING",
  { kind: "TWO_FACTOR_CODE", responseType: "NUMBER_CODE" },
  {
    TWO_FACTOR_AUTHENTICATION_INSTRUCTION: { authenticationInstruction: "Enter the code.", responseType: "NUMBER_CODE" }
  }
)

export const askForEmail = (status: Status) =>
  ask(status, { kind: "CONTACT_FORM", inputs: ["EMAIL"] }, { REQUIRED_INPUT_TYPES: ["EMAIL"] })

export const end =
  (status: Status, collected?: CollectedData) =>
  (session: string): Step => ({ _tag: "End", status, session, ...(collected && { collected }) })

export const completingScript = steps(poll("COLLECTING"), end("COMPLETED", noData))

export const askingScript = steps(poll("LOGIN"), askForCode, poll("COLLECTING"), end("COMPLETED", noData))

export const repeatingScript =
  (step: (next: string) => Step): Script =>
  (number) =>
    Effect.succeed(step(String(number + 1)))

const loginMethods: ReadonlyArray<LoginMethod> = [
  "USERNAME_AND_PASSWORD",
  "EMAIL",
  "SWEDISH_MOBILE_EID_SAME_DEVICE",
  "SWEDISH_MOBILE_EID_OTHER_DEVICE",
  "SWEDISH_MOBILE_EID_ANY_DEVICE",
  "SMART_ID",
  "MOBILE_ID"
]

/** A company that offers accounts but has no bank adapter. */
const withoutBank = "se-fjarrbanken"

export const withOwnPage = "se-sidoforsakring"

/** A company whose collections by electronic ID need a verified person. */
export const verifyingCompany = "se-sakerpension"

export const productsByCompany: Readonly<Record<string, ReadonlyArray<Product>>> = {
  "se-nordhem": ["INSURANCE", "WEALTH"],
  "se-fjallbanken": ["WEALTH", "PSD2_AIS"],
  "se-kontobanken": ["PSD2_AIS"],
  [verifyingCompany]: ["WEALTH"],
  [withOwnPage]: ["INSURANCE"],
  [withoutBank]: ["PSD2_AIS"]
}

export const testMethod = "SWEDISH_MOBILE_EID_SAME_DEVICE_TEST"

export const connectors = (scripted: ScriptedCompany) => {
  const connector = connectorOf(scripted)
  const withPages: Connector = { ...connector, pageUse: () => "OPTIONAL" }
  const all = Object.entries(productsByCompany).map(([id, products]) =>
    connected(id, products, scripted, id === withOwnPage ? withPages : connector)
  )
  return Layer.succeed(Connectors, {
    all: Effect.succeed(all),
    find: (id) => Effect.succeed(Option.fromUndefinedOr(all.find(({ supported }) => supported.company === id))),
    findTest: (id) =>
      Effect.sync(() =>
        Option.map(Option.fromUndefinedOr(scripted.test), (test) => {
          const { availability, ...company } = connected(id, productsByCompany[id] ?? [], test, connectorOf(test))
          return { ...company, availability: { ...availability, loginMethods: [testMethod] } }
        })
      )
  })
}

const connected = (
  id: string,
  products: ReadonlyArray<Product>,
  scripted: ScriptedCompany,
  connector: Connector
): ConnectedCompany => ({
  get availability() {
    const isInMaintenance = scripted.isInMaintenance === true
    return {
      company: id,
      companyDisplayName: id,
      market: "se" as const,
      functional: !isInMaintenance,
      status: isInMaintenance ? ("MAINTENANCE" as const) : ("OPERATIONAL" as const),
      loginMethods,
      products,
      updatedAt: "2026-01-01T00:00:00.000Z"
    }
  },
  supported: { company: id, companyDisplayName: id, market: "se", insurance: [], wealth: [] },
  connector,
  attributes: ["BRANCH", "OFFICE"],
  get requiresEndUserIp() {
    return scripted.requiresEndUserIp === true
  },
  requiresVerifiedPerson: id === verifyingCompany
})

export const banks = (bank: AccountHoldingBank | undefined) =>
  Layer.succeed(AccountHoldingBanks, {
    find: (id) =>
      Effect.succeed(
        id !== withoutBank && productsByCompany[id]?.includes("PSD2_AIS") === true
          ? Option.fromUndefinedOr(bank)
          : Option.none()
      )
  })
