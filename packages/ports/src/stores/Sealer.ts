/** Encryption of personal data at rest (architecture 5). */
import { Context, Schema } from "effect"
import type { Effect } from "effect"
import type { BlindIndex } from "./BlindIndex.ts"

/**
 * The sealed bytes cannot be opened: the key is unknown, the bytes belong to another place, or the bytes have changed.
 */
export class UnsealError extends Schema.TaggedError<UnsealError>()("UnsealError", {
  reason: Schema.Literals(["UNKNOWN_KEY", "NOT_AUTHENTIC"]),
  /** The id of the key that sealed the bytes, unless they are no sealed bytes. */
  keyId: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    const key = this.keyId === undefined ? "" : ` (key ${this.keyId})`
    return this.reason === "UNKNOWN_KEY"
      ? `SHEAF_KEYS does not contain the key ${this.keyId ?? ""}`
      : `the bytes were changed, moved, or sealed with another key of the same id${key}`
  }
}

/** The keys of a service, and the bytes by which sealed values name their key. */
export interface SealingKeys {
  /** The id of the key that seals. */
  readonly current: string
  /** The ids of all keys that open. */
  readonly all: ReadonlyArray<string>
  /** The position of a key's mark in sealed bytes, counted from 1. */
  readonly position: number
  /** Returns the bytes at this position that name a key. No mark is the beginning of another. */
  readonly markOf: (keyId: string) => Uint8Array
  /** Returns the id of the key that sealed a value, from the first bytes of the value. */
  readonly keyIdOf: (sealed: Uint8Array) => string
}

/** The record that sealed bytes belong to. The bytes cannot be opened for any other place. */
export interface Place {
  /** The id of the client that owns the data. */
  readonly tenant: string
  /** The record and its part, for example `019a…/session`. */
  readonly record: string
}

export class Sealer extends Context.Service<
  Sealer,
  {
    /** Encrypts with the current key. The bytes contain the key's id, so that an operator can rotate keys. */
    readonly seal: (place: Place, plain: Uint8Array) => Effect.Effect<Uint8Array>
    /** The keys that seal and open, without their bytes. */
    readonly keys: Effect.Effect<SealingKeys>
    readonly open: (place: Place, sealed: Uint8Array) => Effect.Effect<Uint8Array, UnsealError>
    /** Seals a text as base64url, which is safe in a URL. */
    readonly sealText: (place: Place, plain: string) => Effect.Effect<string>
    readonly openText: (place: Place, sealed: string) => Effect.Effect<string, UnsealError>
    /** Returns the keyed hashes of a text, for lookups without storing the text. */
    readonly blindIndex: (place: Place, text: string) => BlindIndex
  }
>()("@sheaf/ports/Sealer") {}
