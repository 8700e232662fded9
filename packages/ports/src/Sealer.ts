/** Encryption of personal data at rest (architecture 5). */
import { Context, Schema } from "effect"
import type { Effect } from "effect"

/**
 * The sealed bytes cannot be opened: the key is unknown, the bytes belong to another place, or the bytes have changed.
 */
export class UnsealError extends Schema.TaggedError<UnsealError>()("UnsealError", {
  reason: Schema.Literals(["UNKNOWN_KEY", "NOT_AUTHENTIC"])
}) {}

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
    readonly open: (place: Place, sealed: Uint8Array) => Effect.Effect<Uint8Array, UnsealError>
    /** Seals a text as base64url, which is safe in a URL. */
    readonly sealText: (place: Place, plain: string) => Effect.Effect<string>
    readonly openText: (place: Place, sealed: string) => Effect.Effect<string, UnsealError>
    /** Returns a keyed hash of a text, for lookups without storing the text. */
    readonly blindIndex: (place: Place, text: string) => Uint8Array
  }
>()("@sheaf/ports/Sealer") {}
