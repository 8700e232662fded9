/**
 * Signed receipts for the permissions that a visitor of the Connect page can see, without collected values (spec 18).
 */
import type { ConnectLocale } from "@sheaf/domain/ConnectSession"
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
import type { CollectionStatusView, ConnectVisitor, ConsentView, StoredMonitor } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import * as SessionConfirmation from "../sessions/SessionConfirmation.ts"
import { Retention } from "../settings/Retention.ts"
import { timestampOf } from "../views/DateFormat.ts"
import * as ConnectSummaries from "./ConnectSummaries.ts"
import * as PermittedMonitors from "./PermittedMonitors.ts"
import texts from "./receiptTexts.json" with { type: "json" }
import * as SessionContents from "./SessionContents.ts"

type Permission = ReceiptContent["permission"]

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

const ofConsent = Effect.fnUntraced(function* (consent: ConsentView) {
  const { clientId, consentId, createdAt, expiresAt, scope, userId } = consent
  const all = yield* Effect.orDie((yield* MonitorStore).list({ clientId, userId, limit: 1_000 }))
  const monitors = all.filter(({ source, status }) => source.consentId === consentId && status !== "ENDED")
  const permission: Permission = {
    type: "CONSENT",
    id: consentId,
    status: ConsentStatus.statusAt(consent, yield* Clock.currentTimeMillis),
    kinds: scopeKinds(scope),
    from: timestampOf(createdAt),
    until: timestampOf(consent.revokedAt ?? expiresAt),
    monitors: monitors.map((monitor) => ({
      id: monitor.monitorId,
      ...frequencyOf(monitor),
      until: timestampOf(monitor.terms.until)
    }))
  }
  return permission
})

const ofCollection = Effect.fnUntraced(function* ({
  clientId,
  collectionId,
  createdAt,
  products,
  status
}: CollectionStatusView) {
  const facts = yield* Effect.orDie((yield* CollectionStore).dataFacts(clientId, collectionId))
  const endedAt = Option.getOrUndefined(facts)?.endedAt
  const { data } = yield* Retention
  const permission: Permission = {
    type: "COLLECTION",
    id: collectionId,
    status,
    kinds: products,
    from: timestampOf(createdAt),
    ...(endedAt !== undefined && { until: timestampOf(endedAt + data) })
  }
  return permission
})

const ofMonitor = Effect.fnUntraced(function* (monitor: StoredMonitor) {
  const { clientId, createdAt, endedAt, monitorId, source, status, terms } = monitor
  const products = terms.products ?? terms.offered
  const consent =
    source.consentId === undefined
      ? Option.none()
      : yield* Effect.orDie((yield* ConsentStore).find(clientId, source.consentId))
  const permission: Permission = {
    type: "MONITOR",
    id: monitorId,
    status,
    kinds: Option.match(consent, { onNone: () => products, onSome: ({ scope }) => scopeKinds(scope) }),
    from: timestampOf(createdAt),
    until: timestampOf(endedAt ?? terms.until),
    frequency: frequencyOf(monitor),
    ...PermittedMonitors.keptCredentialsOf(monitor)
  }
  return permission
})

/**
 * Returns a permission that the visitor can see, and its company. Permissions from unconfirmed sessions stay hidden.
 */
const permissionOf = Effect.fnUntraced(function* (visitor: ConnectVisitor, type: PermissionType, id: string) {
  const { caller } = visitor
  switch (type) {
    case "CONSENT": {
      const seen = yield* SessionConfirmation.withoutUnconfirmed(caller, yield* SessionContents.consentsOf(caller))
      const found = seen.find(({ consentId }) => consentId === id)
      return found && { company: found.company, permission: yield* ofConsent(found) }
    }
    case "COLLECTION": {
      const seen = yield* SessionConfirmation.withoutUnconfirmed(caller, yield* SessionContents.collectionsOf(caller))
      const found = seen.find(({ collectionId }) => collectionId === id)
      return found && { company: found.company, permission: yield* ofCollection(found) }
    }
    case "MONITOR": {
      const found = (yield* PermittedMonitors.monitorsOf(visitor)).find(({ monitorId }) => monitorId === id)
      return found && { company: found.company, permission: yield* ofMonitor(found) }
    }
  }
})

/** The error for a permission that the visitor cannot see. */
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

/** Returns a signed receipt, which states the permission's purpose and end in words. */
export const makeReceipt = Effect.fnUntraced(function* (
  visitor: ConnectVisitor,
  type: PermissionType,
  id: string,
  language: ConnectLocale
) {
  const { clientId, userId } = visitor.caller
  const found = yield* permissionOf(visitor, type, id)
  const client = yield* Effect.orDie((yield* ClientStore).findClient(clientId))
  if (found === undefined || Option.isNone(client)) return yield* Effect.fail(unseen(type))
  const { company, permission } = found
  const companyName = (yield* ConnectSummaries.namesOf)(company)
  const names = { client: client.value.name, company: companyName }
  const content: ReceiptContent = {
    ...(userId !== undefined && { sub: userId }),
    client: { id: clientId, name: names.client },
    company: { id: company, name: companyName },
    permission,
    purpose: fill(texts[language].purpose[type], names),
    ending: fill(texts[language].ending[type], names)
  }
  return { receipt: yield* Effect.orDie((yield* ReceiptSigner).sign(content)) }
})
