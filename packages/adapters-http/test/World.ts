/** A test world behind the HTTP interface: one client with a collection in every relevant state. */
import { LongPolls } from "@sheaf/adapters-http"
import { AdditionalApi } from "@sheaf/adapters-http/additional"
import { SandboxSite } from "@sheaf/sandbox-site"
import type { HttpApp } from "@sheaf/adapters-http"
import { head } from "@sheaf/domain/ApiVersion"
import type { StatusObject } from "@sheaf/domain/Collection"
import * as CollectionStatus from "@sheaf/domain/CollectionStatus"
import type { CompanyAvailability } from "@sheaf/domain/Company"
import * as PollingInterval from "@sheaf/domain/PollingInterval"
import type { RecordProduct } from "@sheaf/domain/Product"
import { encodeForVersion } from "@sheaf/domain/versions/VersionedEvents"
import type { Event } from "@sheaf/domain/versions/VersionedEvents"
import {
  ApiKeys,
  ChangeSignals,
  CollectionNotFound,
  Collections,
  Companies,
  ConnectPages,
  ConnectSessions,
  Counters,
  Events,
  Monitors,
  EventsExpiredError,
  NotAwaitingInput,
  Polls,
  ProductNotCollected,
  Readiness,
  UserErasedError,
  WebhookEndpoints
} from "@sheaf/ports"
import type { ApiKeyLimits, Caller, CompanyLogo, CurrentCollectionStatus } from "@sheaf/ports"
import { Effect, Layer, Option, Redacted } from "effect"
import { HttpServerResponse } from "effect/http"
import { EventEmitter } from "node:events"
import * as TestUsers from "./TestUsers.ts"

export const apiKey = "sheaf-demo"
export const otherApiKey = "sheaf-other"
const at = "2026-05-04T08:00:00.000Z"

export const ids = {
  running: "019a0000-0000-7000-8000-000000000001",
  waiting: "019a0000-0000-7000-8000-000000000002",
  completed: "019a0000-0000-7000-8000-000000000003",
  empty: "019a0000-0000-7000-8000-000000000004",
  qr: "019a0000-0000-7000-8000-000000000006",
  accountsOnly: "019a0000-0000-7000-8000-000000000009",
  contactForm: "019a0000-0000-7000-8000-00000000000a",
  /** The status of this collection has a market-dependent name in version 2025-01-01. */
  notApplicableInEstonia: "019a0000-0000-7000-8000-00000000000c",
  unknown: "019a0000-0000-7000-8000-0000000000ff"
} as const

const statusOf = (
  collectionId: string,
  status: CollectionStatus.CollectionStatus,
  more: Partial<StatusObject> = {},
  qrSecond?: number
): CurrentCollectionStatus => {
  const pollingInterval = PollingInterval.intervalOf(status, { showsAnimatedQr: qrSecond !== undefined })
  return {
    body: {
      collectionId,
      id: collectionId,
      company: "se-nordhem",
      products: collectionId === ids.accountsOnly ? ["PSD2_AIS"] : ["INSURANCE", "WEALTH"],
      status,
      createdAt: at,
      statusChangedAt: at,
      ...(pollingInterval !== undefined && { pollingInterval }),
      ...more
    },
    revision: 3,
    isFinal: CollectionStatus.isFinal(status),
    ...(qrSecond !== undefined && { qrSecond })
  }
}

const twoFactor = { authenticationInstruction: "Enter the code.", responseType: "NUMBER_CODE" } as const

const statuses: Readonly<Record<string, CurrentCollectionStatus>> = {
  [ids.running]: statusOf(ids.running, "COLLECTING"),
  [ids.waiting]: statusOf(ids.waiting, "TWO_FACTOR_PENDING", {
    pendingInput: { inputId: `${ids.waiting}-2`, type: "TWO_FACTOR_CODE", expiresAt: at },
    extraInformation: { TWO_FACTOR_AUTHENTICATION_INSTRUCTION: twoFactor },
    externalReference: "order 7"
  }),
  [ids.completed]: statusOf(ids.completed, "COMPLETED"),
  [ids.empty]: statusOf(ids.empty, "COMPLETED_EMPTY"),
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

const find = (caller: Caller, collectionId: string) => {
  const found = caller.clientId === "demo" ? statuses[collectionId] : undefined
  return found === undefined ? Effect.fail(new CollectionNotFound()) : Effect.succeed(found)
}

/** Returns no data, because the conformance suite already tests responses with data. */
const withoutData = (caller: Caller, collectionId: string, product: RecordProduct) =>
  Effect.flatMap(find(caller, collectionId), () => new ProductNotCollected({ product }))

const collectionsLive = Layer.mock(Collections, {
  start: (caller, request) =>
    caller.userId === TestUsers.erasedUser && request.parameters.some(({ type }) => type === "STORED_CONSENT")
      ? Effect.fail(new UserErasedError())
      : Effect.succeed(statusOf(ids.running, "RUNNING")),
  status: find,
  list: () => Effect.succeed({ items: [] }),
  supply: Effect.fnUntraced(function* (caller: Caller, collectionId: string) {
    const { company, status } = (yield* find(caller, collectionId)).body
    return yield* new NotAwaitingInput({ company, status })
  }),
  handleReturn: TestUsers.recordReturn,
  insuranceData: (caller, collectionId) => withoutData(caller, collectionId, "INSURANCE"),
  wealthData: (caller, collectionId) => withoutData(caller, collectionId, "WEALTH"),
  dataJson: withoutData,
  document: withoutData
})

const event: Event = {
  eventId: "019a0000-0000-7000-8000-0000000000e1",
  type: "collection.failed",
  version: head,
  timestamp: at,
  subject: { collectionId: ids.notApplicableInEstonia, company: "ee-meri" },
  data: statusOf(ids.notApplicableInEstonia, "LOGIN_METHOD_NOT_APPLICABLE", { company: "ee-meri" }).body
}

const logo: CompanyLogo = {
  name: "mark.svg",
  contentType: "image/svg+xml",
  content: new TextEncoder().encode("<svg/>")
}

const bank: CompanyAvailability = {
  company: "se-fjallbanken",
  companyDisplayName: "Fjäll & Co",
  market: "se",
  functional: true,
  status: "OPERATIONAL",
  loginMethods: [],
  products: [],
  directory: { logoUrl: `https://sheaf.example/logos/${logo.name}` },
  updatedAt: at
}

const companiesLive = Layer.succeed(Companies, {
  logo: (name) => Effect.succeed(name === logo.name ? Option.some(logo) : Option.none()),
  availability: ({ company }) => Effect.succeed(company === bank.company ? [bank] : []),
  supportedProducts: () => Effect.succeed([])
})

/** A cursor that is older than the oldest event in the test world. */
const expiredCursor = "before-the-oldest-event"

const eventsLive = Layer.mock(Events, {
  page: (_, version, { cursor, type }) => {
    if (cursor === expiredCursor) return Effect.fail(new EventsExpiredError({ oldestAvailable: at }))
    const items = type === undefined || type.includes(event.type) ? [encodeForVersion(version, event)] : []
    return Effect.succeed({ items, next: "after-the-event" })
  }
})

const clients: Readonly<Record<string, string>> = { [apiKey]: "demo", [otherApiKey]: "other" }

const limitedKeys: Readonly<Record<string, ApiKeyLimits>> = {
  "sheaf-reader": { scopes: ["collections:read"] },
  "sheaf-writer": { scopes: ["collections:write"] },
  "sheaf-consents": { scopes: ["consents"] },
  "sheaf-events": { scopes: ["events:read"] },
  "sheaf-eraser": { scopes: ["users:erase"] },
  "sheaf-elsewhere": { networks: ["192.0.2.0/24", "2001:db8::/32"] }
}

const apiKeysLive = Layer.mock(ApiKeys, {
  lookup: () => undefined,
  verify: (key) =>
    Effect.sync(() => {
      const keyLimits = limitedKeys[Redacted.value(key)]
      if (keyLimits !== undefined) return Option.some({ clientId: "demo", environment: "test" as const, keyLimits })
      const clientId = clients[Redacted.value(key)]
      return clientId === undefined ? Option.none() : Option.some({ clientId, environment: "test" as const })
    })
})

export const polls = Layer.effect(
  Polls,
  Effect.gen(function* () {
    const keys = yield* ApiKeys
    const collections = yield* Collections
    return Polls.of({
      find: Effect.fnUntraced(function* (key: string, collectionId: string) {
        const holder = yield* keys.verify(Redacted.make(key))
        if (Option.isNone(holder)) return Option.none()
        const caller = holder.value
        return yield* collections.status(caller, collectionId).pipe(
          Effect.map((current) => Option.some({ caller, current })),
          Effect.catchTag("CollectionNotFound", () => Effect.succeedNone)
        )
      })
    })
  })
)

export const signals = Layer.sync(ChangeSignals, () => {
  const emitter = new EventEmitter().setMaxListeners(0)
  return {
    publish: (topic) => Effect.sync(() => void emitter.emit(topic)),
    subscribe: (topic, listener) => {
      emitter.on(topic, listener)
      return () => void emitter.off(topic, listener)
    }
  }
})

/** Counters that never reject a request and always return the same state, so equal requests get equal responses. */
const counters = Layer.mock(Counters, {
  take: ({ quota }) => Effect.succeed({ isAllowed: true, remaining: quota - 1, waitMillis: 0, fullAt: 0 }),
  refund: () => Effect.void
})

export type Ports = ChangeSignals | HttpApp.HttpAppServices | LongPolls.LongPolls

const sandbox = Layer.effect(
  AdditionalApi,
  SandboxSite.make({
    scenarios: { all: [], consents: [] },
    orderPages: Effect.succeed(HttpServerResponse.empty({ status: 404 }))
  })
)

export const layer: Layer.Layer<Ports> = Layer.mergeAll(
  collectionsLive,
  companiesLive,
  eventsLive,
  sandbox,
  TestUsers.layer,
  // Only the tests of the whole service call these ports.
  Layer.mock(WebhookEndpoints, {}),
  Layer.mock(Monitors, {}),
  Layer.mock(ConnectPages, { isSecure: Effect.succeed(true) }),
  Layer.mock(ConnectSessions, {}),
  apiKeysLive,
  counters,
  Layer.succeed(Readiness, { isReady: Effect.succeed(true) }),
  LongPolls.layer(LongPolls.defaultLimits).pipe(Layer.provideMerge(signals))
)
