/** What the client may read or has read, as the permission page shows it. */
import type { Group, Interval, Product, RecordCounts } from "./Models.ts"

/** One company's consent, or one collection's data. */
export interface Permission {
  readonly id: string
  readonly name: string
  readonly isConsent: boolean
  /** The status of the consent or of the collection. */
  readonly status: string
  /** True while the client can still read something new: the consent has not ended, or the collection is running. */
  readonly isOpen: boolean
  readonly counts: RecordCounts
  readonly scope?: { readonly balances: boolean; readonly transactions: boolean }
  /** The method in words. */
  readonly method?: string
  readonly givenAt: string
  readonly endedAt?: string
  readonly lastReadAt?: string
  readonly until?: string
  /** True if the consent can be revoked, or the data erased. */
  readonly canEnd: boolean
}

/** The newest changes, in numbers. */
export interface MonitorChanges {
  readonly at: string
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly transactions: number
  readonly groups: ReadonlyArray<Group>
}

export interface PermittedMonitor {
  readonly id: string
  readonly name: string
  readonly status: string
  readonly products: ReadonlyArray<Product>
  readonly every: Interval
  readonly at?: string | undefined
  readonly timeZone: string
  readonly until: string
  readonly givenAt: string
  readonly endedAt?: string | undefined
  readonly lastAt?: string | undefined
  readonly nextAt?: string | undefined
  readonly changes?: MonitorChanges | undefined
  /** The end dates of policies, the only values that a monitor keeps. */
  readonly policyEnds: ReadonlyArray<string>
  /** The time until which the username and password are kept, if the person has allowed it. */
  readonly credentialsKeptUntil?: string | undefined
  readonly isPausedByPerson: boolean
}
