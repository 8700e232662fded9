/** A small world behind the driving ports: one client with collections in every interesting state. */
import type { HttpApp } from "@sheaf/adapters-http"
import type { StatusObject } from "@sheaf/domain/Collection"
import * as CollectionStatus from "@sheaf/domain/CollectionStatus"
import type { CompanyAvailability, SupportedProducts } from "@sheaf/domain/Company"
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import * as PollingInterval from "@sheaf/domain/PollingInterval"
import type { ConsentScenario } from "@sheaf/domain/ConsentScenario"
import type { Scenario } from "@sheaf/domain/Scenario"
import * as StartCollection from "@sheaf/domain/StartCollection"
import { covers } from "@sheaf/domain/Product"
import type { RecordProduct } from "@sheaf/domain/Product"
import * as SupplementInfo from "@sheaf/domain/SupplementInfo"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import {
  ApiKeys,
  CollectionNotCompleted,
  CollectionNotEnded,
  CollectionNotFound,
  Collections,
  Companies,
  DataExpired,
  DocumentNotFound,
  InvalidCursor,
  InvalidParameters,
  InvalidSupplement,
  NotAwaitingInput,
  NothingToExpire,
  ProductNotCollected,
  ProductNotSupported,
  Readiness,
  Scenarios,
  UnknownCompany
} from "@sheaf/ports"
import type { Caller, CurrentStatus, ListRequest, StoredDocument } from "@sheaf/ports"
import { Effect, Layer, Option, Redacted, Result } from "effect"
import * as Persons from "./Persons.ts"

export const apiKey = "sheaf-demo"
export const otherApiKey = "sheaf-other"
const today = "2026-05-04"
const at = "2026-05-04T08:00:00.000Z"

/** The ids of the collections that there are. */
export const ids = {
  running: "019a0000-0000-7000-8000-000000000001",
  waiting: "019a0000-0000-7000-8000-000000000002",
  completed: "019a0000-0000-7000-8000-000000000003",
  empty: "019a0000-0000-7000-8000-000000000004",
  expired: "019a0000-0000-7000-8000-000000000005",
  qr: "019a0000-0000-7000-8000-000000000006",
  /** Of accounts under a consent only. */
  accountsOnly: "019a0000-0000-7000-8000-000000000009",
  contactForm: "019a0000-0000-7000-8000-00000000000a",
  /** In a status that 2025-01-01 does not know, in a market that has another word for it. */
  notApplicableInEstonia: "019a0000-0000-7000-8000-00000000000c",
  unknown: "019a0000-0000-7000-8000-0000000000ff"
} as const

export const documentId = "5d1c7e1e-0f3f-4a52-9d38-64a1b9d1a7c3"
export const documentBytes = new TextEncoder().encode("%PDF-1.7 a statement")

const statusOf = (
  collectionId: string,
  status: CollectionStatus.CollectionStatus,
  more: Partial<StatusObject> = {},
  qrSecond?: number
): CurrentStatus => {
  const pollingInterval = PollingInterval.of(status, qrSecond !== undefined)
  return {
    body: {
      collectionId,
      id: collectionId,
      company: "se-nordhem",
      status,
      createdAt: at,
      statusChangedAt: at,
      ...(pollingInterval !== undefined && { pollingInterval }),
      ...more
    },
    products: collectionId === ids.accountsOnly ? ["PSD2_AIS"] : ["INSURANCE", "WEALTH"],
    revision: 3,
    ...(qrSecond !== undefined && { qrSecond })
  }
}

const twoFactor = { authenticationInstruction: "Enter the code.", responseType: "NUMBER_CODE" } as const

const statuses: Readonly<Record<string, CurrentStatus>> = {
  [ids.running]: statusOf(ids.running, "COLLECTING"),
  [ids.waiting]: statusOf(ids.waiting, "TWO_FACTOR_PENDING", {
    extraInformation: { TWO_FACTOR_AUTHENTICATION_INSTRUCTION: twoFactor },
    externalReference: "order 7"
  }),
  [ids.completed]: statusOf(ids.completed, "COMPLETED"),
  [ids.empty]: statusOf(ids.empty, "COMPLETED_EMPTY"),
  [ids.expired]: statusOf(ids.expired, "COMPLETED"),
  [ids.qr]: statusOf(
    ids.qr,
    "WAITING_FOR_USER_ACTION",
    { extraInformation: { SWEDISH_MOBILE_EID_ANIMATED_QR_DATA: "eid.token.7.00ff" } },
    7
  ),
  [ids.accountsOnly]: statusOf(ids.accountsOnly, "COMPLETED"),
  [ids.contactForm]: statusOf(ids.contactForm, "CONTACT_FORM_PENDING", {
    extraInformation: { REQUIRED_INPUT_TYPES: ["EMAIL", "MOBILE_PHONE_NUMBER"] }
  }),
  [ids.notApplicableInEstonia]: statusOf(ids.notApplicableInEstonia, "LOGIN_METHOD_NOT_APPLICABLE", {
    company: "ee-meri"
  })
}

export const insurances: ReadonlyArray<InsuranceRecord> = [
  {
    id: "4c1f5e0a-7f0f-4a52-9d38-64a1b9d1a7c3",
    insurance: {
      insuranceType: "vehicleInsurance",
      insuranceSubType: "car",
      market: "se",
      insuranceCompany: "Nordhem Försäkring",
      insuranceNumber: "NH-77120"
    },
    documents: [{ documentId, name: "Årsbesked 2025", contentType: "application/pdf" }]
  }
]

export const wealth: ReadonlyArray<WealthRecord> = [
  { id: "w-1", company: "se-nordhem", companyDisplayName: "Nordhem", type: "OCCUPATIONAL_PENSION" },
  {
    id: "w-2",
    company: "fr-lumiere",
    companyDisplayName: "Lumière",
    type: "PEA",
    fees: { personalized: { variable: 0.0065, previousYear: { amount: 51.2, currency: "EUR" } } },
    accountInformation: { availableBalance: { amount: 820.4, currency: "EUR" }, hasExclusiveOwnership: true }
  }
]

const companies: ReadonlyArray<CompanyAvailability> = [
  {
    company: "se-nordhem",
    companyDisplayName: "Nordhem",
    market: "se",
    functional: true,
    status: "OPERATIONAL",
    loginMethods: ["USERNAME_AND_PASSWORD"],
    products: ["INSURANCE", "WEALTH"],
    updatedAt: at
  },
  {
    company: "fr-lumiere",
    companyDisplayName: "Lumière",
    market: "fr",
    functional: false,
    status: "MAINTENANCE",
    loginMethods: ["EMAIL"],
    products: ["WEALTH"],
    updatedAt: at
  }
]

const supported: ReadonlyArray<SupportedProducts> = companies.map(({ company, companyDisplayName, market }) => ({
  company,
  companyDisplayName,
  market,
  insurance: [{ insuranceType: "vehicleInsurance", insuranceSubTypes: ["car"] }],
  wealth: ["OCCUPATIONAL_PENSION"]
}))

export const scenarios: ReadonlyArray<Scenario> = [
  {
    scenario: "completed",
    description: "Completes with data.",
    company: "se-nordhem",
    finalStatus: "COMPLETED",
    visits: ["RUNNING", "LOGIN", "COLLECTING", "COMPLETED"],
    loginMethods: ["USERNAME_AND_PASSWORD"],
    parameters: [{ type: "USERNAME_PASSWORD", username: "maja", password: "a-password" }]
  }
]

export const consentScenarios: ReadonlyArray<ConsentScenario> = [
  {
    scenario: "refused",
    description: "The person refuses on the page of the bank.",
    company: "se-nordhem",
    finalStatus: "FAILED",
    visits: ["INITIATED", "AWAITING_AUTHORIZATION", "FAILED"],
    loginMethods: [],
    parameters: [{ type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }],
    redirect: "refuse",
    errorCode: "REJECTED_BY_BANK"
  }
]

const documents: Readonly<Record<string, StoredDocument>> = {
  [documentId]: {
    documentId,
    product: "INSURANCE",
    name: 'Årsbesked "2025" 100%.pdf',
    contentType: "application/pdf",
    bytes: documentBytes
  },
  page: {
    documentId: "page",
    product: "INSURANCE",
    name: "page.html",
    contentType: "application/octet-stream",
    bytes: documentBytes
  }
}

const find = (caller: Caller, collectionId: string) => {
  const found = caller.clientId === "demo" ? statuses[collectionId] : undefined
  return found === undefined ? Effect.fail(new CollectionNotFound()) : Effect.succeed(found)
}

const questions: Partial<Record<CollectionStatus.CollectionStatus, SupplementInfo.Question>> = {
  TWO_FACTOR_PENDING: { kind: "TWO_FACTOR_CODE", responseType: "NUMBER_CODE" },
  WAITING_FOR_USER_ACTION: { kind: "RESPONSE_OBJECT", etags: ["instruction-1"] },
  CONTACT_FORM_PENDING: { kind: "CONTACT_FORM", inputs: ["EMAIL", "MOBILE_PHONE_NUMBER"] }
}

const withData = Effect.fnUntraced(function* (caller: Caller, collectionId: string, product: RecordProduct) {
  const { body, products } = yield* find(caller, collectionId)
  const { company, status } = body
  if (!covers(products, product)) return yield* new ProductNotCollected({ product })
  if (collectionId === ids.expired) return yield* new DataExpired()
  if (status === "COMPLETED" || status === "COMPLETED_EMPTY") return status
  return yield* new CollectionNotCompleted({ company, status })
})

/** The last list that was asked for, the last start, and the last input. */
export const seen: {
  list?: ListRequest
  start?: StartCollection.LimitedStart
  input?: SupplementInfo.SupplementInfo
} = {}

const collectionsLive = Layer.succeed(Collections, {
  start: Effect.fnUntraced(function* (caller: Caller, request: StartCollection.LimitedStart) {
    const company = companies.find((entry) => entry.company === request.company)
    if (company === undefined) return yield* new UnknownCompany()
    const refusal = Persons.refusalOfStart(caller, request)
    if (refusal !== undefined) return yield* refusal
    seen.start = request
    if (request.parameters.some(({ type }) => type === "STORED_CONSENT")) return statusOf(ids.running, "RUNNING")
    if (request.parameters.some(({ type }) => type === "PSD2_AIS_CONSENT")) {
      return yield* new ProductNotSupported({ product: "PSD2_AIS" })
    }
    const checked = StartCollection.check(request, today)
    if (Result.isFailure(checked)) return yield* new InvalidParameters({ violations: checked.failure })
    const [product] = request.products ?? []
    if (product !== undefined && !company.products.includes(product)) return yield* new ProductNotSupported({ product })
    return statusOf(ids.running, "RUNNING")
  }),
  status: find,
  list: (_, request) =>
    Effect.suspend(() => {
      seen.list = request
      if (request.cursor !== undefined && request.cursor !== "page-2") return Effect.fail(new InvalidCursor())
      const items = Object.values(statuses).map(({ body }) => ({
        collectionId: body.collectionId,
        company: body.company,
        createdAt: body.createdAt,
        loginMethod: "USERNAME_AND_PASSWORD" as const,
        status: body.status
      }))
      return Effect.succeed(
        request.cursor === undefined && items.length > request.limit
          ? { items: items.slice(0, request.limit), next: "page-2" }
          : { items: items.slice(0, request.limit) }
      )
    }),
  supply: Effect.fnUntraced(function* (caller: Caller, collectionId: string, input: SupplementInfo.SupplementInfo) {
    const { company, status } = (yield* find(caller, collectionId)).body
    const question = questions[status]
    if (question === undefined) return yield* new NotAwaitingInput({ company, status })
    const violations = SupplementInfo.check(question, input, today)
    if (violations.length > 0) return yield* new InvalidSupplement({ violations })
    seen.input = input
    return statusOf(collectionId, status)
  }),
  erase: Effect.fnUntraced(function* (caller: Caller, collectionId: string) {
    const { company, status } = (yield* find(caller, collectionId)).body
    if (!CollectionStatus.isFinal(status)) return yield* new CollectionNotEnded({ company, status })
  }),
  expire: Effect.fnUntraced(function* (caller: Caller, collectionId: string) {
    const found = yield* find(caller, collectionId)
    const { company, status } = found.body
    return questions[status] === undefined ? yield* new NothingToExpire({ company, status }) : found
  }),
  insuranceData: (caller, collectionId) =>
    Effect.map(withData(caller, collectionId, "INSURANCE"), (status) => (status === "COMPLETED" ? insurances : [])),
  wealthData: (caller, collectionId) =>
    Effect.flatMap(withData(caller, collectionId, "WEALTH"), (status) =>
      status === "COMPLETED" ? Effect.succeed(wealth) : Effect.fail(new ProductNotCollected({ product: "WEALTH" }))
    ),
  document: (caller, collectionId, product, id) =>
    Effect.flatMap(withData(caller, collectionId, product), () => {
      const found = documents[id]
      return found?.product === product ? Effect.succeed(found) : Effect.fail(new DocumentNotFound())
    })
})

const companiesLive = Layer.succeed(Companies, {
  availability: ({ company, market, product }) =>
    Effect.succeed(
      companies.filter(
        (entry) =>
          (company === undefined || entry.company === company) &&
          (market === undefined || entry.market === market) &&
          (product === undefined || entry.products.includes(product))
      )
    ),
  supportedProducts: ({ market }) =>
    Effect.succeed(supported.filter((entry) => market === undefined || entry.market === market))
})

const clients: Readonly<Record<string, string>> = { [apiKey]: "demo", [otherApiKey]: "other" }

const notUsed = Effect.die(new Error("not used here"))

const apiKeysLive = Layer.succeed(ApiKeys, {
  verify: (key) =>
    Effect.sync(() => {
      const clientId = clients[Redacted.value(key)]
      return clientId === undefined ? Option.none() : Option.some({ clientId, environment: "test" as const })
    }),
  issue: () => notUsed
})

export type Ports = HttpApp.Ports

/** Everything that the interface asks for. */
export const layer: Layer.Layer<Ports> = Layer.mergeAll(
  collectionsLive,
  companiesLive,
  Layer.succeed(Scenarios, { all: scenarios, consents: consentScenarios }),
  Persons.layer,
  apiKeysLive,
  Layer.succeed(Readiness, { isReady: Effect.succeed(true) })
)
