/**
 * The quotas that apply when a collection or consent starts. Stores enforce them in the transaction that accepts the
 * start (spec 8).
 */

export interface StartQuotas {
  readonly runningCollections: number
  readonly openOrders?: ElectronicIdOrderQuota
  /** How many collections and consents the Connect session may start, including the new one. */
  readonly connectSessionStarts?: number
  readonly monitorRun?: MonitorRunQuota
}

export interface MonitorRunQuota {
  readonly day: string
  readonly limit: number
}

/**
 * How many electronic-ID orders a client may have open for one person. Collections and consents count until the person
 * has authenticated.
 */
export interface ElectronicIdOrderQuota {
  /** Identifies the person. The store keeps only a keyed hash of this identity. */
  readonly identity: string
  readonly limit: number
}
