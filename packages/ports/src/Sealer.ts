/** Keeps personal data unreadable at rest (architecture: everything personal is sealed or absent). */
import { Context, Schema } from "effect"
import type { Effect } from "effect"

/** Bytes could not be opened: made with an unknown key, for another place, or changed since. */
export class UnsealError extends Schema.TaggedError<UnsealError>()("UnsealError", {
  reason: Schema.Literals(["UNKNOWN_KEY", "NOT_AUTHENTIC"])
}) {}

/** Where sealed bytes belong. Opening them anywhere else fails. */
export interface Place {
  /** Whose data it is: the client's id. */
  readonly tenant: string
  /** Which record and which part of it, for example `019a…/session`. */
  readonly record: string
}

export class Sealer extends Context.Service<
  Sealer,
  {
    /** Encrypts with the current key; the key's id is kept in the bytes, so that keys can be rotated. */
    readonly seal: (place: Place, plain: Uint8Array) => Effect.Effect<Uint8Array>
    readonly open: (place: Place, sealed: Uint8Array) => Effect.Effect<Uint8Array, UnsealError>
    /** As {@link seal}, from text to text that can stand in an address (base64url). */
    readonly sealText: (place: Place, plain: string) => Effect.Effect<string>
    readonly openText: (place: Place, sealed: string) => Effect.Effect<string, UnsealError>
    /** Keyed hash of a text, to find it again without storing it. */
    readonly blindIndex: (place: Place, text: string) => Uint8Array
  }
>()("@sheaf/ports/Sealer") {}
