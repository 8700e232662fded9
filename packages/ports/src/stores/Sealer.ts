/** Encryption of personal data at rest (architecture 6). */
import { Context, Schema, Option } from "effect"
import type { Effect } from "effect"

const decode = Schema.decodeUnknownOption(Schema.Uint8ArrayFromBase64Url)
const base64Url = Schema.encodeSync(Schema.Uint8ArrayFromBase64Url)

/** The hash under the current pepper, to store or to send. To find or compare it, use the {@link BlindIndex}. */
export class CurrentHash {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  /** The hash in base64url. */
  get text(): string {
    return base64Url(this.bytes)
  }
}

/** Compares in constant time, because a value from outside may be compared with a secret. */
const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length &&
  one.reduce((difference, byte, place) => difference | (byte ^ (other[place] ?? 0)), 0) === 0

const order = (one: Uint8Array, other: Uint8Array): number => {
  const place = one.findIndex((byte, at) => byte !== other[at])
  return place === -1 ? 0 : (one[place] ?? 0) - (other[place] ?? 0)
}

/**
 * The keyed hashes of one text under the current pepper and, during a rotation, under the other peppers. Sheaf writes the hash under
 * the current pepper and looks a text up under every pepper, so that a rotation of the pepper loses nothing (ADR 28). The types keep
 * the two apart: a {@link CurrentHash} cannot be part of a condition.
 */
export class BlindIndex {
  readonly #current: Uint8Array
  /** The hashes under which a stored text can be found, the current pepper's first. */
  readonly all: ReadonlyArray<Uint8Array>

  constructor(current: Uint8Array, ...others: ReadonlyArray<Uint8Array>) {
    this.#current = current
    this.all = [current, ...others]
  }

  get written(): CurrentHash {
    return new CurrentHash(this.#current)
  }

  /**
   * The hashes under which to look up a text that others may hash anew. During a rotation, each comes twice, because the text can
   * move behind a single search.
   */
  get inTurn(): ReadonlyArray<Uint8Array> {
    return this.all.length === 1 ? this.all : [...this.all, ...this.all]
  }

  /** All hashes in an order that does not depend on the pepper's, so that all nodes take locks in the same order. */
  get inOrder(): ReadonlyArray<Uint8Array> {
    return this.all.length === 1 ? this.all : this.all.toSorted(order)
  }

  /**
   * A hash in base64url that all nodes with the same peppers share, whichever pepper is first. It names a counter, which starts
   * from zero when a pepper is added or removed.
   */
  get shared(): string {
    return base64Url(this.inOrder[0] ?? this.#current)
  }

  /** All hashes in base64url, the current pepper's first. */
  get texts(): ReadonlyArray<string> {
    return this.all.map((hash) => base64Url(hash))
  }

  /** Returns true if a stored hash, as bytes or in base64url, is of this text under any pepper. */
  matches(stored: Uint8Array | string): boolean {
    const hash = typeof stored === "string" ? Option.getOrUndefined(decode(stored)) : stored
    return hash !== undefined && this.all.some((each) => isSame(each, hash))
  }

  /** Returns true if a stored hash is of this text under the current pepper, and so needs no rehashing. */
  isCurrent(stored: Uint8Array): boolean {
    return isSame(this.#current, stored)
  }
}

/**
 * The sealed bytes cannot be opened: the key is unknown, the bytes belong to another context, or the bytes have changed.
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

/** The record that sealed bytes belong to. The bytes cannot be opened with any other context. */
export interface EncryptionContext {
  /** The id of the client that owns the data. */
  readonly tenant: string
  /** The record and its part, for example `019a…/session`. */
  readonly record: string
}

export class Sealer extends Context.Service<
  Sealer,
  {
    /** Encrypts with the current key. The bytes contain the key's id, so that an operator can rotate keys. */
    readonly seal: (context: EncryptionContext, plain: Uint8Array) => Effect.Effect<Uint8Array>
    /** The keys for sealing and opening, without their key material. */
    readonly keys: Effect.Effect<SealingKeys>
    readonly open: (context: EncryptionContext, sealed: Uint8Array) => Effect.Effect<Uint8Array, UnsealError>
    /** Seals a text as base64url, which is safe in a URL. */
    readonly sealText: (context: EncryptionContext, plain: string) => Effect.Effect<string>
    readonly openText: (context: EncryptionContext, sealed: string) => Effect.Effect<string, UnsealError>
    /** Returns the keyed hashes of a text, for lookups without storing the text. */
    readonly blindIndex: (context: EncryptionContext, text: string) => BlindIndex
  }
>()("@sheaf/ports/Sealer") {}
