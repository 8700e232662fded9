/** The quotas for starts. Stores enforce them in the transaction that accepts the start (spec 8). */

export interface StartQuotas {
  /** How many of the client's collections can be running, including the new one. */
  readonly runningCollections: number
  /** Present if the collection orders an electronic ID. */
  readonly openOrders?: ElectronicIdOrderQuota
  /** How many collections and consents the Connect session can start, including the new one. */
  readonly connectSessionStarts?: number
  /** Present if a monitor starts the collection. */
  readonly monitorRun?: MonitorRunQuota
}

/** Limits how many collections a client's monitors can start on one day (spec 18). */
export interface MonitorRunQuota {
  /** The UTC day, `YYYY-MM-DD`. */
  readonly day: string
  /** The maximum number of collections, including the new one. */
  readonly limit: number
}

/**
 * Limits how many electronic-ID orders a client can have open for one person. A collection or consent counts as an
 * order until the person has authenticated.
 */
export interface ElectronicIdOrderQuota {
  /** Identifies the person. Stores keep only a keyed hash. */
  readonly identity: string
  /** The maximum number of open orders, including the new one. */
  readonly limit: number
}
