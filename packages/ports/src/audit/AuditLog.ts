/**
 * The audit log (spec 14.4): who did what, in records that nobody can change, remove or reorder unnoticed. Records
 * contain ids and no other personal data, except the caller's address, which is sealed separately.
 */
import { Context } from "effect"
import type { Effect, Option } from "effect"
import type { StoreError } from "../stores/StoreError.ts"

/** Never rename an action, because records of earlier releases contain its name. */
export const auditActions = [
  "CLIENT_CREATED",
  "MUTUAL_TLS_REQUIRED",
  "MUTUAL_TLS_OPTIONAL",
  "SENSITIVE_DATA_ALLOWED",
  "TEST_METHODS_ALLOWED",
  "TEST_METHODS_FORBIDDEN",
  "STORED_CREDENTIALS_ALLOWED",
  "STORED_CREDENTIALS_FORBIDDEN",
  "RETURN_URL_ADDED",
  "RETURN_URL_REMOVED",
  "ORIGIN_ADDED",
  "ORIGIN_REMOVED",
  "KEY_CREATED",
  "KEY_REVOKED",
  "CERTIFICATE_ISSUED",
  "CERTIFICATE_REVOKED",
  "SIGNING_KEY_CREATED",
  "SEALING_KEYS_ROTATED",
  "PEPPER_ROTATED",
  "USER_CREATED",
  "USER_ERASED",
  "SESSION_OPENED",
  "SESSIONS_ENDED",
  "CONSENT_CREATED",
  "CONSENT_CHANGED",
  "MONITOR_CREATED",
  "MONITOR_CHANGED",
  "MONITOR_ENDED",
  "CREDENTIALS_ERASED",
  "PERSON_IDENTIFIED",
  "WEBHOOK_ENDPOINT_CREATED",
  "WEBHOOK_ENDPOINT_CHANGED",
  "WEBHOOK_ENDPOINT_DISABLED",
  "WEBHOOK_ENDPOINT_ENABLED",
  "WEBHOOK_ENDPOINT_REMOVED",
  "WEBHOOK_SECRET_ROTATED",
  "CONNECT_SESSION_CREATED",
  "CONNECT_SESSION_OPENED",
  "CONNECT_SESSION_ENDED",
  "CONNECT_SESSION_CONFIRMED",
  "DATA_READ",
  "PROOF_READ",
  "DATA_ERASED",
  "DATA_EXPORTED",
  "DRIFT_ACCEPTED",
  "CONFIGURATION_LOADED",
  "CONSOLE_OPENED",
  "STORY_READ",
  "BACKUP_CREATED",
  "RESTORED"
] as const

export type AuditAction = (typeof auditActions)[number]

export type Actor =
  | { readonly type: "KEY"; readonly clientId: string; readonly keyId?: string }
  | { readonly type: "TOKEN"; readonly clientId: string; readonly userId: string }
  | {
      readonly type: "CONNECT_SESSION"
      readonly clientId: string
      readonly connectSessionId: string
      readonly userId?: string
    }
  | { readonly type: "COMMAND_LINE" | "CONSOLE"; readonly operator: string }
  | { readonly type: "SERVICE" }

export interface ActorContext {
  readonly actor: Actor
  readonly requestId?: string
  /** The client certificate's serial number. */
  readonly certificate?: string
  /** The caller's network address. */
  readonly address?: string
}

/**
 * The fiber's actor. The default is Sheaf itself, for work that was started neither by a request nor by an operator.
 */
export const CurrentActor = Context.Reference<ActorContext>("@sheaf/ports/CurrentActor", {
  defaultValue: () => ({ actor: { type: "SERVICE" } })
})

/** What an action is about. Contains only ids and public names. */
export type AuditSubject = Readonly<
  Partial<
    Record<
      | "clientId"
      | "userId"
      | "keyId"
      | "serial"
      | "origin"
      | "returnUrl"
      | "collectionId"
      | "consentId"
      | "monitorId"
      | "endpointId"
      | "connectSessionId"
      | "eventId"
      /** An id that is known only from the audit log, such as a request id. */
      | "mentionedId"
      /** The address of the device with the electronic-ID app, as a keyed hash. */
      | "deviceAddress"
      | "product"
      | "documentId"
      | "release",
      string
    >
  >
>

/** An action to record. `outcome` is the resulting status or reason, if the action has one. */
export interface AuditedAction {
  readonly action: AuditAction
  readonly subject: AuditSubject
  readonly outcome?: string
}

/** `at` is in milliseconds since 1970. */
export interface AuditRecord extends AuditedAction, Omit<ActorContext, "address"> {
  readonly recordId: string
  readonly at: number
  /**
   * A commitment to the caller's address: the hash of a random salt and the address, in base64url. The salt is sealed
   * and erased together with the address. Without the salt, nobody can find the address by hashing all possible
   * addresses.
   */
  readonly addressHash?: string
}

/** `hash` covers this record's text and the previous record's hash. */
export interface ChainedRecord {
  readonly chain: number
  /** 1 for a chain's first record. */
  readonly seq: number
  /** The JSON text that the hash covers. */
  readonly text: string
  readonly hash: Uint8Array
}

export type ChainHead = Pick<ChainedRecord, "chain" | "hash" | "seq">

/**
 * A chain's state at one moment, signed with Ed25519. A `PRUNED` checkpoint marks the last record that was erased
 * because its retention had ended.
 */
export interface Checkpoint extends ChainHead {
  readonly kind: "CHECKPOINT" | "PRUNED"
  readonly at: number
  readonly signature: Uint8Array
}

/** The maximum number of records in a chain that one search reads. */
export const maxSearched = 200_000

export const maxSearchResults = 200

export interface MentioningRecords {
  readonly records: ReadonlyArray<ChainedRecord>
  /** False if the search stopped at one of its limits. */
  readonly isComplete: boolean
}

export type ChainPosition = Pick<ChainedRecord, "chain" | "seq">

export class AuditLog extends Context.Service<
  AuditLog,
  {
    /**
     * Runs a write to a store, and records the action in the same transaction. Records nothing if the write changes
     * nothing.
     */
    readonly within: <A, E, R>(action: AuditedAction, write: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
    /** Records an action that changes no other store. Once the effect succeeds, the record survives a power failure. */
    readonly append: (action: AuditedAction) => Effect.Effect<void, StoreError>
    /** Returns the records after a position, ordered by chain and sequence number. */
    readonly after: (position: ChainPosition, limit: number) => Effect.Effect<ReadonlyArray<ChainedRecord>, StoreError>
    /**
     * Returns the newest records that contain an id, newest first in each chain. `id` consists of hexadecimal digits
     * and hyphens. Searches at most {@link maxSearched} records in each chain, and none from before `since`
     * (milliseconds).
     */
    readonly mentioning: (id: string, since?: number) => Effect.Effect<MentioningRecords, StoreError>
    /**
     * Returns the position and hash of each chain's newest record, even if all records of the chain have been erased.
     */
    readonly heads: Effect.Effect<ReadonlyArray<ChainHead>, StoreError>
    /** All checkpoints, oldest first. */
    readonly checkpoints: Effect.Effect<ReadonlyArray<Checkpoint>, StoreError>
    /**
     * Stores checkpoints, and deletes all others except the newest of each chain and those that mark erased records.
     */
    readonly keep: (checkpoints: ReadonlyArray<Checkpoint>) => Effect.Effect<void, StoreError>
    /** Returns the newest record before a time, for each chain that has one. */
    readonly lastBefore: (at: number) => Effect.Effect<ReadonlyArray<ChainHead>, StoreError>
    /** Erases a chain's records up to and including the one at the checkpoint, and stores the checkpoint. */
    readonly prune: (checkpoint: Checkpoint) => Effect.Effect<void, StoreError>
    /**
     * Returns the address of a record's caller, or `None` if the address is unknown or erased. Fails with `UNREADABLE`
     * if somebody replaced the address, or if its key is missing.
     */
    readonly addressOf: (record: ChainPosition) => Effect.Effect<Option.Option<string>, StoreError>
    readonly eraseAddresses: (before: number) => Effect.Effect<void, StoreError>
  }
>()("@sheaf/ports/AuditLog") {}
