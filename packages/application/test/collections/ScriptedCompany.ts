/** Companies whose connectors follow a script, and banks for the companies with accounts. */
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

/** The step of a scripted company, given its number, the signal and the idempotency key. */
export type Script = (
  step: number,
  signal: ConnectorSignal | undefined,
  key: StepKey
) => Effect.Effect<Step, ConnectorError>

/** A company that follows a script, and records its calls. */
export interface ScriptedCompany {
  script: Script
  readonly orders: Array<ConnectorRequest>
  /** The client and the person behind each call. */
  readonly callContexts: Array<CallContext>
  /** The idempotency keys of all calls, including failed calls. */
  readonly keys: Array<StepKey>
  /** The clients' answers. */
  readonly answers: Array<ConnectorSignal>
  readonly cancelled: Array<string>
  /** The answer to a cancel. By default, the connector throws. */
  cancel: Effect.Effect<void, ConnectorError>
  /** True if people must visit a page. */
  page?: true
  /** The codes with which people returned. Those who return without a code have the code "none". */
  readonly codes: Array<string>
  /** The parameters with which people returned from the company's own page. */
  readonly queries: Array<ReturnQuery>
  /** Where the company's own page sends people, for each call. */
  readonly pageReturns: Array<PageReturn>
  /** The session with which the step after a return exchanges its code. Without it, that step needs no exchange. */
  exchange?: string
  /** True if the company's orders need the address of the person's device. */
  requiresEndUserIp?: true
  /** True while the companies are in maintenance. */
  isInMaintenance?: boolean
  /** The companies' test environment. By default, they have none. */
  test?: ScriptedCompany
}

const unasked: Script = () => Effect.die("the company was asked")

/** Returns a company. If it has no script, all calls fail. */
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

/** Skips a step, and exchanges the code if the company has such a step. */
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

/** Returns the connector of a scripted company. The connector's session is the number of the next step. */
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

/** Returns a script that runs these steps in order, regardless of the signals. */
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

/** Shows a page until the person returns. */
export const page =
  (afterMillis = 0) =>
  (session: string): Extract<Step, { readonly _tag: "Poll" }> => ({
    _tag: "Poll",
    status: "WAITING_FOR_USER_ACTION",
    information: { REDIRECT_URL: "https://bank.example/page" },
    session,
    afterMillis
  })

/** Shows a page until the person returns with a code. */
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

/** Returns a step that asks for an email address in this status. */
export const askForEmail = (status: Status) =>
  ask(status, { kind: "CONTACT_FORM", inputs: ["EMAIL"] }, { REQUIRED_INPUT_TYPES: ["EMAIL"] })

export const end =
  (status: Status, collected?: CollectedData) =>
  (session: string): Step => ({ _tag: "End", status, session, ...(collected && { collected }) })

/** A script that completes without records. */
export const completingScript = steps(poll("COLLECTING"), end("COMPLETED", noData))

/** A script that asks for a code, and then completes without records. */
export const askingScript = steps(poll("LOGIN"), askForCode, poll("COLLECTING"), end("COMPLETED", noData))

/** Returns a script that repeats one step. */
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

/** A company that can show its own page. */
export const withOwnPage = "se-sidoforsakring"

/** A company whose collections by electronic ID need a verified person. */
export const verifyingCompany = "se-sakerpension"

/**
 * The companies' products. One company offers no accounts, one offers accounts and wealth, and two offer only accounts.
 */
export const productsByCompany: Readonly<Record<string, ReadonlyArray<Product>>> = {
  "se-nordhem": ["INSURANCE", "WEALTH"],
  "se-fjallbanken": ["WEALTH", "PSD2_AIS"],
  "se-kontobanken": ["PSD2_AIS"],
  [verifyingCompany]: ["WEALTH"],
  [withOwnPage]: ["INSURANCE"],
  [withoutBank]: ["PSD2_AIS"]
}

/** The login method of the companies' test environments. */
export const testMethod = "SWEDISH_MOBILE_EID_SAME_DEVICE_TEST"

/** Provides the connectors of all companies, all with the same script. */
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

/** Returns the bank for every company with accounts, except {@link withoutBank}. */
export const banks = (bank: AccountHoldingBank | undefined) =>
  Layer.succeed(AccountHoldingBanks, {
    find: (id) =>
      Effect.succeed(
        id !== withoutBank && productsByCompany[id]?.includes("PSD2_AIS") === true
          ? Option.fromUndefinedOr(bank)
          : Option.none()
      )
  })
