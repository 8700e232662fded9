/** Summaries for the person: what was collected, by kind and count (spec 13). */
import { isFinal, isOutcome } from "@sheaf/domain/CollectionStatus"
import { countRecords } from "@sheaf/domain/RecordCounts"
import type { ConnectPermission, ConnectPermissions, ConnectSummary } from "@sheaf/domain/ConnectPageApi"
import * as ConsentStatus from "@sheaf/domain/ConsentStatus"
import { CollectionStore, Connectors } from "@sheaf/ports"
import type { ConnectVisitor, ConsentView, DataAccessState, CollectionStatusView } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import { timestampOf } from "../views/Display.ts"
import { Retention } from "../settings/Retention.ts"
import * as SessionConfirmation from "../sessions/SessionConfirmation.ts"
import * as PermittedMonitors from "./PermittedMonitors.ts"
import * as SessionContents from "./SessionContents.ts"

const newest = (times: ReadonlyArray<number>): number | undefined =>
  times.length === 0 ? undefined : Math.max(...times)

const foundIn = Effect.fnUntraced(function* ({ collectionId, status }: CollectionStatusView) {
  if (!isOutcome(status)) return {}
  const store = yield* CollectionStore
  const none = () => []
  const insurance = Option.getOrElse(yield* Effect.orDie(store.insuranceData(collectionId)), none)
  const wealth = Option.getOrElse(yield* Effect.orDie(store.wealthData(collectionId)), none)
  return countRecords(insurance, wealth)
})

const missingIn = Effect.fnUntraced(function* ({ clientId, collectionId, status }: CollectionStatusView) {
  if (status !== "COMPLETED_PARTIAL") return undefined
  const found = yield* Effect.orDie((yield* CollectionStore).status(clientId, collectionId))
  const { missing } = Option.getOrUndefined(found)?.shown.information?.FAILURE_REASON ?? {}
  return missing && [...new Set(missing.map(({ product }) => product))]
})

export const summarizeSession = Effect.fnUntraced(function* ({ session }: ConnectVisitor) {
  const collections = (yield* SessionContents.collectionsOf(session)).toReversed()
  const entries = yield* Effect.forEach(collections, (collection) =>
    Effect.gen(function* () {
      const { collectionId, company, status } = collection
      const partial = yield* missingIn(collection)
      return { collectionId, company, status, counts: yield* foundIn(collection), ...(partial && { partial }) }
    })
  )
  const body: ConnectSummary = { collections: entries }
  return body
})

interface Read {
  readonly collection: CollectionStatusView
  readonly facts: DataAccessState
}

export const namesOf = Effect.map(
  Effect.flatMap(Connectors, ({ all }) => all),
  (companies) => {
    const names = new Map<string, string>(
      companies.map(({ availability }) => [availability.company, availability.companyDisplayName])
    )
    return (company: string): string => names.get(company) ?? company
  }
)

const ofCollection = Effect.fnUntraced(function* ({ collection, facts }: Read, now: number) {
  const { collectionId, company, createdAt, loginMethod, status } = collection
  const { data } = yield* Retention
  const { endedAt, erasedAt } = facts
  const hasData = endedAt !== undefined && !facts.expired && now < endedAt + data && isOutcome(status)
  const permission: Omit<ConnectPermission, "companyDisplayName"> = {
    company,
    collectionId,
    status,
    createdAt: timestampOf(createdAt),
    ...(erasedAt !== undefined && { endedAt: timestampOf(erasedAt) }),
    counts: hasData ? yield* foundIn(collection) : {},
    ...(loginMethod !== undefined && { loginMethod }),
    ...(endedAt !== undefined && isOutcome(status) && { lastReadAt: timestampOf(endedAt) }),
    ...(hasData && { validUntil: timestampOf(endedAt + data) }),
    erasable: isFinal(status) && !facts.expired,
    revocable: false
  }
  return permission
})

const endOf = ({ expiresAt, revokedAt, statusChangedAt }: ConsentView, status: ConsentView["status"]) => {
  if (!ConsentStatus.isFinal(status)) return undefined
  return revokedAt ?? (status === "EXPIRED" ? expiresAt : statusChangedAt)
}

const ofConsent = Effect.fnUntraced(function* (consent: ConsentView, reads: ReadonlyArray<Read>, now: number) {
  const { company, consentId, createdAt, expiresAt, scope } = consent
  const own = reads.filter(
    ({ collection, facts }) =>
      facts.under?._tag === "StoredConsent" && facts.under.consentId === consentId && isOutcome(collection.status)
  )
  const status = ConsentStatus.statusAt(consent, now)
  const endedAt = endOf(consent, status)
  const [last] = own
  const lastReadAt = newest(own.flatMap(({ facts }) => facts.endedAt ?? []))
  const permission: Omit<ConnectPermission, "companyDisplayName"> = {
    company,
    consentId,
    status,
    createdAt: timestampOf(createdAt),
    ...(endedAt !== undefined && { endedAt: timestampOf(endedAt) }),
    counts: last === undefined || last.facts.expired ? {} : yield* foundIn(last.collection),
    ...(lastReadAt !== undefined && { lastReadAt: timestampOf(lastReadAt) }),
    validUntil: timestampOf(expiresAt),
    scope,
    erasable: false,
    revocable: !ConsentStatus.isFinal(status)
  }
  return permission
})

/**
 * Returns the collections, consents and monitors that a visitor can manage: consents first, and the newest of each kind
 * first. Leaves out everything from sessions that the client has not confirmed.
 */
export const listPermissions = Effect.fnUntraced(function* (visitor: ConnectVisitor) {
  const { caller } = visitor
  const store = yield* CollectionStore
  const now = yield* Clock.currentTimeMillis
  const nameOf = yield* namesOf
  const collections = yield* SessionConfirmation.withoutUnconfirmed(
    caller,
    yield* SessionContents.collectionsOf(caller)
  )
  const reads = yield* Effect.forEach(collections, (collection) =>
    Effect.map(Effect.orDie(store.dataFacts(caller.clientId, collection.collectionId)), (found) =>
      Option.toArray(found).map((facts): Read => ({ collection, facts }))
    )
  )
  const all = reads.flat()
  const consents = yield* SessionConfirmation.withoutUnconfirmed(caller, yield* SessionContents.consentsOf(caller))
  const found = [
    ...(yield* Effect.forEach(consents, (consent) => ofConsent(consent, all, now))),
    ...(yield* Effect.forEach(all, (read) => ofCollection(read, now)))
  ]
  const body: ConnectPermissions = {
    permissions: found.map((each) => ({ ...each, companyDisplayName: nameOf(each.company) })),
    monitors: yield* Effect.forEach(yield* PermittedMonitors.monitorsOf(visitor), (monitor) =>
      PermittedMonitors.presentToPerson(monitor, nameOf, now)
    )
  }
  return body
})
