/** What the client may read or has read, as the permission page shows it. */
import type { Group, Interval, Product, RecordCounts } from "./Models.ts"

export interface Permission {
  readonly id: string
  readonly name: string
  readonly isConsent: boolean
  readonly status: string
  /** True while the client can still read new data: the consent has not ended, or the collection is running. */
  readonly isOpen: boolean
  readonly counts: RecordCounts
  readonly scope?: { readonly balances: boolean; readonly transactions: boolean }
  readonly method?: string
  readonly givenAt: string
  readonly endedAt?: string
  readonly lastReadAt?: string
  readonly until?: string
  readonly canEnd: boolean
}

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
  /** End dates of policies. A monitor stores no other values. */
  readonly policyEnds: ReadonlyArray<string>
  /** Absent unless the person allowed the monitor to keep the username and password. */
  readonly credentialsKeptUntil?: string | undefined
  readonly isPausedByPerson: boolean
}
