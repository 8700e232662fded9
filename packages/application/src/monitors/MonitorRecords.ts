/** Compares a run's records, by keyed hashes, with what the monitor knows (spec 18). */
import { ChangeGroup, contentByGroup, readGroups } from "@sheaf/domain/ChangeGroups"
import type { InsuranceRecord } from "@sheaf/domain/InsuranceRecord"
import type { StoredMonitorChange } from "@sheaf/domain/MonitorChange"
import { newTransactions } from "@sheaf/domain/NewTransactions"
import type { KnownTransactions } from "@sheaf/domain/NewTransactions"
import * as RecordChanges from "@sheaf/domain/RecordChanges"
import type { RecordChange, SeenRecord } from "@sheaf/domain/RecordChanges"
import { endDateOf, updatePolicyEnds } from "@sheaf/domain/RenewalNotices"
import type { PolicyEnd, PolicyEnds } from "@sheaf/domain/RenewalNotices"
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import { isBankAccount } from "@sheaf/domain/WealthRecord"
import type { WealthRecord } from "@sheaf/domain/WealthRecord"
import type { MonitorKnowledge, Sealer, StoredMonitor } from "@sheaf/ports"
import { CurrentHash } from "@sheaf/ports"

export interface CollectedRecords {
  readonly insurance: ReadonlyArray<InsuranceRecord>
  readonly wealth: ReadonlyArray<WealthRecord>
  /** False if the company may have left records out. */
  readonly isComplete: boolean
}

export interface Comparison {
  readonly knowledge: MonitorKnowledge
  readonly ends: PolicyEnds
  readonly changes: ReadonlyArray<StoredMonitorChange>
}

/** The number of characters kept from a hash: 22, which hold 132 bits. */
const hashLength = 22

/** Returns a function that hashes a text under each pepper, the current one first. */
const hasherOf =
  (sealer: Sealer["Service"], { clientId, monitorId }: StoredMonitor) =>
  (...parts: ReadonlyArray<string>): ReadonlyArray<string> => {
    const index = sealer.blindIndex({ tenant: clientId, record: `monitor/${monitorId}` }, JSON.stringify(parts))
    return index.all.map((bytes) => new CurrentHash(bytes).text.slice(0, hashLength))
  }

type Hasher = ReturnType<typeof hasherOf>

/**
 * Returns the hash that is already known, under any pepper. If none is known, returns the hash under the current
 * pepper.
 */
const chosen = (hashes: ReadonlyArray<string>, isKnown: (hash: string) => boolean): string =>
  hashes.find(isKnown) ?? hashes[0] ?? ""

const insuranceKindOf = ({ insurance: { insuranceType } }: InsuranceRecord): string => `INSURANCE/${insuranceType}`

const wealthKindOf = (record: WealthRecord): string => `${isBankAccount(record) ? "PSD2_AIS" : "WEALTH"}/${record.type}`

/** A record with hashes under the current pepper, which replace hashes under an older pepper. */
interface HashedRecord extends SeenRecord {
  readonly current: SeenRecord["groups"]
}

const hashedRecord = (
  hash: Hasher,
  groups: ReadonlyArray<ChangeGroup>,
  known: MonitorKnowledge["records"]["records"],
  record: InsuranceRecord | WealthRecord,
  kind: string
): HashedRecord => {
  const { id, idStable = false } = record
  const contents = contentByGroup(record)
  const hashes = readGroups(record, groups).map((group) => [group, hash(id, group, contents[group])] as const)
  return {
    id,
    isStable: idStable,
    kind,
    groups: Object.fromEntries(
      hashes.map(([group, all]) => [group, chosen(all, (each) => each === known[id]?.groups[group])])
    ),
    current: Object.fromEntries(hashes.map(([group, all]) => [group, all[0] ?? ""]))
  }
}

const groupsIn = (names: ReadonlyArray<string>): ReadonlyArray<ChangeGroup> =>
  ChangeGroup.literals.filter((group) => names.includes(group))

const toFound = (change: RecordChange): StoredMonitorChange => {
  const { kind } = change
  switch (change._tag) {
    case "Added":
      return { change: "ADDED", kind, recordId: change.id, count: 1 }
    case "Removed":
      return { change: "REMOVED", kind, recordId: change.id, count: 1 }
    case "Changed":
      return { change: "CHANGED", kind, recordId: change.id, groups: groupsIn(change.groups) }
    default: {
      const more = change.after - change.before
      return more > 0 ? { change: "ADDED", kind, count: more } : { change: "REMOVED", kind, count: -more }
    }
  }
}

const compareTransactions = (
  hash: Hasher,
  { id, transactions = [], transactionsFrom: from }: BankAccount,
  known: KnownTransactions | undefined,
  isComplete: boolean
) => {
  const seen = transactions.map(({ bookingDate: date, status, transactionId }) => {
    const hashes = hash(id, "transaction", transactionId, status)
    return { hashes, current: hashes[0] ?? "", date, status }
  })
  const after = newTransactions(known, { seen, isComplete, ...(from !== undefined && { from }) })
  const booked = after.added.filter(({ status }) => status === "BOOKED").length
  return { known: after.known, booked, pending: after.added.length - booked }
}

const endsIn = (insurance: ReadonlyArray<InsuranceRecord>): PolicyEnds =>
  Object.fromEntries(
    insurance.flatMap((record): ReadonlyArray<[string, PolicyEnd]> => {
      const endDate = endDateOf(record)
      return endDate === undefined || record.idStable !== true
        ? []
        : [[record.id, { kind: insuranceKindOf(record), endDate }]]
    })
  )

/**
 * Compares the transactions of all accounts that have stable ids. An account's first transactions do not count as
 * changes: either the account itself is new, or its transactions could not be read until now.
 */
const compareAccounts = (
  hash: Hasher,
  before: MonitorKnowledge["transactions"],
  { isComplete, wealth }: CollectedRecords,
  isKept: (id: string) => boolean
) => {
  const transactions: Record<string, KnownTransactions> = {}
  const hashed = new Set<string>()
  for (const [id, known] of Object.entries(before)) if (isKept(id)) transactions[id] = known
  const changes: Array<StoredMonitorChange> = []
  for (const account of wealth.filter(isBankAccount)) {
    if (account.idStable !== true || account.transactions === undefined) continue
    const { booked, known, pending } = compareTransactions(hash, account, before[account.id], isComplete)
    transactions[account.id] = known
    hashed.add(account.id)
    if (booked + pending === 0 || before[account.id] === undefined) continue
    changes.push({ change: "TRANSACTIONS", kind: wealthKindOf(account), recordId: account.id, booked, pending })
  }
  return { transactions, changes, isHashed: Object.keys(transactions).every((id) => hashed.has(id)) }
}

/**
 * Compares a run's records with what the monitor knows, and with the renewals that it has announced. The run ended at
 * `now`, in milliseconds since 1970.
 */
export const compare = (
  sealer: Sealer["Service"],
  monitor: StoredMonitor,
  before: MonitorKnowledge,
  collected: CollectedRecords,
  now: number
): Comparison => {
  const hash = hasherOf(sealer, monitor)
  const { insurance, isComplete, wealth } = collected
  const known = before.records.records
  const hashed = (record: InsuranceRecord | WealthRecord, kind: string) =>
    hashedRecord(hash, monitor.terms.changes, known, record, kind)
  const seen = [
    ...insurance.map((record) => hashed(record, insuranceKindOf(record))),
    ...wealth.map((record) => hashed(record, wealthKindOf(record)))
  ]
  const { changes, known: after } = RecordChanges.compare(before.records, {
    records: seen,
    isComplete: () => isComplete
  })
  const records = { ...after.records }
  for (const { current, id } of seen) {
    const record = records[id]
    if (record !== undefined) records[id] = { ...record, groups: { ...record.groups, ...current } }
  }
  const isPeriodRead = new Set(
    insurance.filter((record) => readGroups(record, ["period"]).length > 0).map(({ id }) => id)
  )
  const accounts = compareAccounts(hash, before.transactions, collected, (id) => records[id] !== undefined)
  // True if this run has computed all hashes anew. Whatever it did not read still has the hash from an earlier run,
  // perhaps under an old pepper.
  const isHashed =
    isComplete &&
    accounts.isHashed &&
    seen.every(({ current, id }) => Object.keys(records[id]?.groups ?? {}).every((group) => group in current))
  return {
    knowledge: {
      records: { ...after, records },
      transactions: accounts.transactions,
      hashedSince: isHashed ? before.completeAt : before.hashedSince,
      completeAt: isHashed ? now : before.completeAt
    },
    ends: updatePolicyEnds(
      monitor.progress.ends,
      endsIn(insurance),
      (id) => records[id] !== undefined && !isPeriodRead.has(id)
    ),
    changes: [...changes.map(toFound), ...accounts.changes]
  }
}

export const initialKnowledge = (now: number): MonitorKnowledge => ({
  records: RecordChanges.nothingKnown,
  transactions: {},
  hashedSince: now,
  completeAt: now
})

/** Returns everything that a monitor knows, as `ADDED` changes. */
export const baselineChangesOf = ({
  records: { counts, records }
}: MonitorKnowledge): ReadonlyArray<StoredMonitorChange> => [
  ...Object.entries(records).map(([recordId, { kind }]): StoredMonitorChange => ({
    change: "ADDED",
    kind,
    recordId,
    count: 1
  })),
  ...Object.entries(counts).map(([kind, count]): StoredMonitorChange => ({ change: "ADDED", kind, count }))
]
