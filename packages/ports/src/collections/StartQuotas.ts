/** The quotas for starts. Stores check them in the same transaction as the start (spec 8). */

export interface StartQuotas {
  /** The number of the client's collections that have not ended, including the new one. */
  readonly runningCollections: number
  /** Present if the collection places an electronic-ID order. */
  readonly openOrders?: ElectronicIdOrderQuota
  /** The number of collections and consents that the Connect session can start, including the new one. */
  readonly connectSessionStarts?: number
  /** Present if a monitor starts the collection. */
  readonly monitorRun?: MonitorRunQuota
}

/** The quota of the collections that a client's monitors start on one day (spec 18). */
export interface MonitorRunQuota {
  /** The UTC day, `YYYY-MM-DD`. */
  readonly day: string
  /** The number of collections, including the new one. */
  readonly limit: number
}

/**
 * The quota of a client's electronic-ID orders for one person. Collections and consents count while the person has yet to
 * authenticate.
 */
export interface ElectronicIdOrderQuota {
  /** A text that identifies the person. Stores keep only a keyed hash of the text. */
  readonly identity: string
  /** The number of open orders, including the new one. */
  readonly limit: number
}
