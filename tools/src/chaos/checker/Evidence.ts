/** The evidence that a run with faults leaves: the database, the simulated company's log, and what the clients saw. */

export interface HistoryEntry {
  readonly revision: number
  readonly status: string
  /** Milliseconds since 1970. */
  readonly at: number
}

export interface CollectionRow {
  readonly id: string
  readonly status: string
  readonly step: number
  readonly hasEnded: boolean
  readonly isUnderConsent: boolean
  readonly history: ReadonlyArray<HistoryEntry>
  readonly documents: number
}

/** Recorded by a trigger, in the transaction that changed the consent's status. */
export interface ConsentStatusEntry {
  readonly id: string
  readonly status: string
  readonly revision: number
  /** Milliseconds since 1970. */
  readonly since: number
}

/** A collection that read data under a revoked consent. `readAt` and `revokedAt` come from the same clock. */
export interface ReadAfterRevocation {
  readonly id: string
  readonly consentId: string
  readonly readAt: number
  readonly revokedAt: number
}

export interface CompanyCall {
  readonly call: "begin" | "cancel" | "document" | "resume"
  /** The idempotency key: the collection's id and the step's number. */
  readonly key?: string
  readonly body: string
  /** Absent if the response is not a step. */
  readonly type?: string
  readonly status?: string
  /** How many documents are in the records of the last step. */
  readonly documents?: number
}

export interface AcceptedResource {
  readonly id: string
  /** The allowed final statuses. */
  readonly mayBe: ReadonlyArray<string>
  /** The statuses that the client saw, without consecutive duplicates. */
  readonly seen: ReadonlyArray<string>
}

export interface AcceptedCollection extends AcceptedResource {
  /** `always` if the client never answers, and `possibly` if the service refused an answer because it came too late. */
  readonly timesOut: "always" | "never" | "possibly"
  readonly documents: ReadonlyArray<string>
}

export interface AcceptedConsent extends AcceptedResource {
  readonly status: string
}

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
  /** The statuses of the consents according to the banks. */
  readonly banks: ReadonlyArray<string>
  readonly events: ReadonlyArray<ObservedEvent>
  /** The ids of the events that reached the webhook endpoint. */
  readonly delivered: ReadonlySet<string>
}
