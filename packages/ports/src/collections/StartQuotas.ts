/** The quotas for a start. Stores enforce them in the transaction that accepts the start (spec 8). */

export interface StartQuotas {
  /** How many of the client's collections may run simultaneously, including the new one. */
  readonly runningCollections: number
  /** Present if the collection starts an electronic-ID order. */
  readonly openOrders?: ElectronicIdOrderQuota
  /** How many collections and consents the Connect session may start, including the new one. */
  readonly connectSessionStarts?: number
  /** Present if a monitor starts the collection. */
  readonly monitorRun?: MonitorRunQuota
}

/** How many collections a client's monitors may start on a day (spec 18). */
export interface MonitorRunQuota {
  /** The UTC day, `YYYY-MM-DD`. */
  readonly day: string
  /** The maximum, including the new collection. */
  readonly limit: number
}

/**
 * How many electronic-ID orders a client may have open for one person. A collection or consent counts until the person
 * has authenticated.
 */
export interface ElectronicIdOrderQuota {
  /** Identifies the person. Stored only as a keyed hash. */
  readonly identity: string
  /** The maximum, including the new order. */
  readonly limit: number
}
