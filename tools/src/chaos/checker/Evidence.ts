/** The evidence that a run with faults leaves: the database, the simulated company's log and the client's log. */

/** A row of `collection`, with the statuses in its history by revision. */
export interface CollectionRow {
  readonly id: string
  readonly status: string
  /** The number of recorded steps. */
  readonly step: number
  readonly hasEnded: boolean
  /** True if the collection is under a stored consent. */
  readonly isUnderConsent: boolean
  readonly history: ReadonlyArray<{ readonly revision: number; readonly status: string; readonly at: number }>
  readonly documents: number
}

/** A status of a consent, recorded by a trigger in the transaction of the change. */
export interface ConsentStep {
  readonly id: string
  readonly status: string
  readonly revision: number
}

/** A collection that read data under a consent that was revoked, with the times of both commits at the database. */
export interface Reading {
  readonly id: string
  readonly consentId: string
  readonly readAt: number
  readonly revokedAt: number
}

/** A call that the simulated company received, in the order of arrival. */
export interface CompanyCall {
  readonly call: "begin" | "cancel" | "document" | "resume"
  /** The idempotency key: the collection's id and the step's number. Absent if the call has none. */
  readonly key?: string
  /** The SHA-256 of the request's body. */
  readonly body: string
  /** The type and the status of the step in the response. Absent if the response is not a step. */
  readonly type?: string
  readonly status?: string
  /** The number of documents in the records of the last step. */
  readonly documents?: number
}

/** A collection that the service accepted, as the client saw it. */
export interface Accepted {
  readonly id: string
  /** The allowed final statuses. */
  readonly mayBe: ReadonlyArray<string>
  /** The statuses that the client saw, without repetitions. */
  readonly seen: ReadonlyArray<string>
}

export interface Evidence {
  readonly collections: ReadonlyArray<CollectionRow>
  readonly consents: ReadonlyArray<ConsentStep>
  readonly readings: ReadonlyArray<Reading>
  readonly calls: ReadonlyArray<CompanyCall>
  readonly accepted: ReadonlyArray<Accepted>
}
