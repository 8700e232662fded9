/** The evidence that a run with faults leaves: the database, the simulated company's log, and what the clients saw. */

/** An entry in the history of a collection. */
export interface HistoryEntry {
  readonly revision: number
  readonly status: string
  /** Milliseconds since 1970. */
  readonly at: number
}

/** A row in the table `collection`, and its history in revision order. */
export interface CollectionRow {
  readonly id: string
  readonly status: string
  /** The number of recorded steps. */
  readonly step: number
  readonly hasEnded: boolean
  /** True if the collection is under a stored consent. */
  readonly isUnderConsent: boolean
  readonly history: ReadonlyArray<HistoryEntry>
  readonly documents: number
}

/** A status of a consent. A trigger recorded it in the transaction that changed the status. */
export interface ConsentStatusEntry {
  readonly id: string
  readonly status: string
  readonly revision: number
  /** Milliseconds since 1970. */
  readonly since: number
}

/**
 * A collection that read data under a revoked consent, with the times of the reading and of the revocation on the same
 * clock.
 */
export interface ReadAfterRevocation {
  readonly id: string
  readonly consentId: string
  readonly readAt: number
  readonly revokedAt: number
}

/** A call that the simulated company received. Calls are in the order of arrival. */
export interface CompanyCall {
  readonly call: "begin" | "cancel" | "document" | "resume"
  /**
   * The idempotency key, which consists of the collection's id and the number of the step. Absent if the call has no
   * key.
   */
  readonly key?: string
  /** The SHA-256 of the request's body. */
  readonly body: string
  /** The type and the status of the step in the response. Absent if the response is not a step. */
  readonly type?: string
  readonly status?: string
  /** How many documents are in the records of the last step. */
  readonly documents?: number
}

/** A collection or a consent that the service accepted, from the client's point of view. */
export interface AcceptedResource {
  readonly id: string
  /** The allowed final statuses. */
  readonly mayBe: ReadonlyArray<string>
  /** The statuses that the client saw, without immediate repetitions. */
  readonly seen: ReadonlyArray<string>
}

export interface AcceptedCollection extends AcceptedResource {
  /** `always` if the client never answers, and `possibly` if the service refused an answer because it came too late. */
  readonly timesOut: "always" | "never" | "possibly"
  /** The ids of the documents that the ended collection's records refer to. */
  readonly documents: ReadonlyArray<string>
}

export interface AcceptedConsent extends AcceptedResource {
  /** The last status that the service returned. */
  readonly status: string
}

/** The members of an event that the checks need. */
export interface ObservedEvent {
  readonly eventId: string
  readonly type: string
  readonly subject: { readonly collectionId?: string; readonly consentId?: string }
  readonly data: { readonly status?: string; readonly pendingInput?: { readonly inputId: string } }
}

export interface Evidence {
  readonly collections: ReadonlyArray<CollectionRow>
  readonly consents: ReadonlyArray<ConsentStatusEntry>
  readonly readings: ReadonlyArray<ReadAfterRevocation>
  readonly calls: ReadonlyArray<CompanyCall>
  readonly accepted: ReadonlyArray<AcceptedCollection>
  readonly acceptedConsents: ReadonlyArray<AcceptedConsent>
  /** What the banks say about the consents: their statuses. */
  readonly banks: ReadonlyArray<string>
  readonly events: ReadonlyArray<ObservedEvent>
  /** The ids of the events that reached the webhook endpoint. */
  readonly delivered: ReadonlySet<string>
}
