/**
 * Signed receipts for the permissions that a visitor of the Connect page can see, without collected values (spec 18).
 */
import type { ConnectLocale } from "@sheaf/domain/ConnectSession"
import { isOutcome } from "@sheaf/domain/CollectionStatus"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import type { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import type { PermissionType, ReceiptContent, ReceiptKind } from "@sheaf/domain/Receipt"
import {
  ClientStore,
  CollectionNotFound,
  CollectionStore,
  ConsentNotFound,
  ConsentStore,
  MonitorNotFound,
  MonitorStore,
  ReceiptSigner
} from "@sheaf/ports"
import type { CollectionStatusView, ConnectVisitor, ConsentView, DataAccessState, StoredMonitor } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import * as SessionConfirmation from "../sessions/SessionConfirmation.ts"
import { Retention } from "../settings/Retention.ts"
import { timestampOf } from "../views/Display.ts"
import * as ConnectSummaries from "./ConnectSummaries.ts"
import * as PermittedMonitors from "./PermittedMonitors.ts"
import texts from "./receiptTexts.json" with { type: "json" }
import * as SessionContents from "./SessionContents.ts"

interface Described {
  readonly permission: ReceiptContent["permission"]
  readonly purpose: keyof (typeof texts)["en"]["purpose"]
  readonly ending: keyof (typeof texts)["en"]["ending"]
}

const scopeKinds = ({ balances, transactions }: Psd2AisConsentScope): ReadonlyArray<ReceiptKind> => [
  "PSD2_AIS",
  ...(balances ? (["BALANCES"] as const) : []),
  ...(transactions ? (["TRANSACTIONS"] as const) : [])
]

const frequencyOf = ({ terms: { at, every, timeZone } }: StoredMonitor) => ({
  every,
  ...(at !== undefined && { at }),
  timeZone
})

/** Returns nothing for a consent that was never authorized. */
const ofConsent = Effect.fnUntraced(function* (consent: ConsentView) {
  const { clientId, consentId, createdAt, expiresAt, scope, userId } = consent
  const status = ConsentStatus.statusAt(consent, yield* Clock.currentTimeMillis)
  const statusClass = ConsentStatus.describe(status).class
  if (statusClass !== "OUTCOME" && statusClass !== "ENDED") return undefined
  const all = yield* Effect.orDie((yield* MonitorStore).list({ clientId, userId, limit: 1_000 }))
  const monitors = all.filter(({ source, status }) => source.consentId === consentId && status !== "ENDED")
  const permission: Described["permission"] = {
    type: "CONSENT",
    id: consentId,
    status,
    kinds: scopeKinds(scope),
    from: timestampOf(createdAt),
    until: timestampOf(consent.revokedAt ?? expiresAt),
    monitors: monitors.map((monitor) => ({
      id: monitor.monitorId,
      ...frequencyOf(monitor),
      until: timestampOf(monitor.terms.until)
    }))
  }
  const described: Described = ConsentStatus.isUsable(status)
    ? { permission, purpose: "CONSENT", ending: "CONSENT" }
    : { permission, purpose: "CONSENT_ENDED", ending: "ENDED" }
  return described
})

/** Returns nothing for a collection that has not read any data. */
const ofCollection = Effect.fnUntraced(function* ({
  clientId,
  collectionId,
  createdAt,
  products,
  status
}: CollectionStatusView) {
  if (!isOutcome(status)) return undefined
  const facts = yield* Effect.orDie((yield* CollectionStore).dataFacts(clientId, collectionId))
  const { endedAt, erasedAt } = Option.getOrElse(facts, (): Partial<DataAccessState> => ({}))
  const { data } = yield* Retention
  const until = erasedAt ?? (endedAt === undefined ? undefined : endedAt + data)
  const described: Described = {
    permission: {
      type: "COLLECTION",
      id: collectionId,
      status,
      kinds: products,
      from: timestampOf(createdAt),
      ...(until !== undefined && { until: timestampOf(until) })
    },
    purpose: "COLLECTION",
    ending: erasedAt === undefined ? "COLLECTION" : "COLLECTION_ERASED"
  }
  return described
})

const ofMonitor = Effect.fnUntraced(function* (monitor: StoredMonitor) {
  const { clientId, createdAt, endedAt, monitorId, source, status, terms } = monitor
  const products = terms.products ?? terms.offered
  const consent =
    source.consentId === undefined
      ? Option.none()
      : yield* Effect.orDie((yield* ConsentStore).find(clientId, source.consentId))
  const permission: Described["permission"] = {
    type: "MONITOR",
    id: monitorId,
    status,
    kinds: Option.match(consent, { onNone: () => products, onSome: ({ scope }) => scopeKinds(scope) }),
    from: timestampOf(createdAt),
    until: timestampOf(endedAt ?? terms.until),
    frequency: frequencyOf(monitor),
    ...PermittedMonitors.keptCredentialsOf(monitor)
  }
  const ending = source.consentId === undefined ? "MONITOR" : "MONITOR_OF_CONSENT"
  const described: Described =
    status === "ENDED"
      ? { permission, purpose: "MONITOR_ENDED", ending: "ENDED" }
      : { permission, purpose: "MONITOR", ending }
  return described
})

const permissionOf = Effect.fnUntraced(function* (visitor: ConnectVisitor, type: PermissionType, id: string) {
  const { caller } = visitor
  switch (type) {
    case "CONSENT": {
      const seen = yield* SessionConfirmation.withoutUnconfirmed(caller, yield* SessionContents.consentsOf(caller))
      const found = seen.find(({ consentId }) => consentId === id)
      return found && { company: found.company, described: yield* ofConsent(found) }
    }
    case "COLLECTION": {
      const seen = yield* SessionConfirmation.withoutUnconfirmed(caller, yield* SessionContents.collectionsOf(caller))
      const found = seen.find(({ collectionId }) => collectionId === id)
      return found && { company: found.company, described: yield* ofCollection(found) }
    }
    case "MONITOR": {
      const found = (yield* PermittedMonitors.monitorsOf(visitor)).find(({ monitorId }) => monitorId === id)
      return found && { company: found.company, described: yield* ofMonitor(found) }
    }
  }
})

const unseen = (type: PermissionType) => {
  switch (type) {
    case "CONSENT":
      return new ConsentNotFound()
    case "COLLECTION":
      return new CollectionNotFound()
    case "MONITOR":
      return new MonitorNotFound()
  }
}

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)

export const makeReceipt = Effect.fnUntraced(function* (
  visitor: ConnectVisitor,
  type: PermissionType,
  id: string,
  language: ConnectLocale
) {
  const { clientId, userId } = visitor.caller
  const found = yield* permissionOf(visitor, type, id)
  const client = yield* Effect.orDie((yield* ClientStore).findClient(clientId))
  if (found?.described === undefined || Option.isNone(client)) return yield* Effect.fail(unseen(type))
  const { company, described } = found
  const { purpose, ending } = texts[language]
  const companyName = (yield* ConnectSummaries.namesOf)(company)
  const names = { client: client.value.name, company: companyName }
  const content: ReceiptContent = {
    ...(userId !== undefined && { sub: userId }),
    client: { id: clientId, name: names.client },
    company: { id: company, name: companyName },
    permission: described.permission,
    purpose: fill(purpose[described.purpose], names),
    ending: fill(ending[described.ending], names)
  }
  return { receipt: yield* Effect.orDie((yield* ReceiptSigner).sign(content)) }
})
