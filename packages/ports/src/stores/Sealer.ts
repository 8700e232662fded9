/** Encryption of personal data at rest (architecture 6). */
import { Context, Result, Schema } from "effect"
import type { Effect } from "effect"
import { Base64Url } from "effect/encoding"

/** A hash under the current pepper, to store or to send. To look up or compare a text, use {@link BlindIndex}. */
export class CurrentHash {
  readonly bytes: Uint8Array

  constructor(bytes: Uint8Array) {
    this.bytes = bytes
  }

  get text(): string {
    return Base64Url.encode(this.bytes)
  }
}

/** Compares in constant time, because one value may be a secret and the other an attacker's guess. */
const isSame = (one: Uint8Array, other: Uint8Array): boolean =>
  one.length === other.length &&
  one.reduce((difference, byte, place) => difference | (byte ^ (other[place] ?? 0)), 0) === 0

const order = (one: Uint8Array, other: Uint8Array): number => {
  const place = one.findIndex((byte, at) => byte !== other[at])
  return place === -1 ? 0 : (one[place] ?? 0) - (other[place] ?? 0)
}

/**
 * The keyed hashes of a text: one under the current pepper and, during a rotation, one under each of the other peppers.
 * Sheaf stores only the hash under the current pepper, but looks up a text by all of its hashes, so a rotation loses
 * nothing (ADR 28). Hashes to store and hashes to look up have different types: no query condition accepts a {@link
 * CurrentHash}.
 */
export class BlindIndex {
  readonly #current: Uint8Array
  /** All hashes under which the text may be stored, beginning with the current pepper's. */
  readonly all: ReadonlyArray<Uint8Array>

  constructor(current: Uint8Array, ...others: ReadonlyArray<Uint8Array>) {
    this.#current = current
    this.all = [current, ...others]
  }

  get written(): CurrentHash {
    return new CurrentHash(this.#current)
  }

  /**
   * The hashes to try in order when each lookup is a query of its own. During a rotation each hash occurs twice, because
   * another node could rehash the text between two lookups, and both would miss it.
   */
  get inTurn(): ReadonlyArray<Uint8Array> {
    return this.all.length === 1 ? this.all : [...this.all, ...this.all]
  }

  /**
   * The hashes in an order that does not depend on which pepper is current, so that all nodes take locks in the same
   * order.
   */
  get inOrder(): ReadonlyArray<Uint8Array> {
    return this.all.length === 1 ? this.all : this.all.toSorted(order)
  }

  /**
   * One of the hashes, in base64url. It can be used as the name of a counter, because all nodes with the same peppers
   * return the same hash, whichever pepper is current. If a pepper is added or removed, the counter can start over.
   */
  get shared(): string {
    return Base64Url.encode(this.inOrder[0] ?? this.#current)
  }

  get texts(): ReadonlyArray<string> {
    return this.all.map((hash) => Base64Url.encode(hash))
  }

  matches(stored: Uint8Array | string): boolean {
    const hash = typeof stored === "string" ? Result.getOrUndefined(Base64Url.decode(stored)) : stored
    return hash !== undefined && this.all.some((each) => isSame(each, hash))
  }

  /** Returns true if the stored hash was made with the current pepper. Otherwise, it needs rehashing. */
  isCurrent(stored: Uint8Array): boolean {
    return isSame(this.#current, stored)
  }
}

/** The bytes cannot be unsealed: their key is unknown, they belong to another context, or somebody changed them. */
export class UnsealError extends Schema.TaggedError<UnsealError>()("UnsealError", {
  reason: Schema.Literals(["UNKNOWN_KEY", "NOT_AUTHENTIC"]),
  /** The id of the key that sealed the bytes. Absent if the bytes are not sealed at all. */
  keyId: Schema.optionalKey(Schema.String)
}) {
  override get message(): string {
    const key = this.keyId === undefined ? "" : ` (key ${this.keyId})`
    return this.reason === "UNKNOWN_KEY"
      ? `SHEAF_KEYS does not contain the key ${this.keyId ?? ""}`
      : `the bytes were changed, moved, or sealed with another key of the same id${key}`
  }
}

export interface SealingKeys {
  readonly current: string
  readonly all: ReadonlyArray<string>
  /** The position at which the key's mark begins in sealed bytes. The first byte has position 1. */
  readonly position: number
  /** Returns a key's mark, which identifies the key in the bytes that it has sealed. No mark is a prefix of another. */
  readonly markOf: (keyId: string) => Uint8Array
  /** Returns the id of the key that sealed a value. The value's first bytes are enough. */
  readonly keyIdOf: (sealed: Uint8Array) => string
}

/** The client and the record to which sealed bytes belong. The bytes cannot be unsealed in any other context. */
export interface EncryptionContext {
  readonly tenant: string
  readonly record: string
}

export class Sealer extends Context.Service<
  Sealer,
  {
    /** Encrypts with the current key. The result names the key, so that operators can rotate keys. */
    readonly seal: (context: EncryptionContext, plain: Uint8Array) => Effect.Effect<Uint8Array>
    readonly keys: Effect.Effect<SealingKeys>
    readonly open: (context: EncryptionContext, sealed: Uint8Array) => Effect.Effect<Uint8Array, UnsealError>
    /** Returns base64url, which is safe in URLs. */
    readonly sealText: (context: EncryptionContext, plain: string) => Effect.Effect<string>
    readonly openText: (context: EncryptionContext, sealed: string) => Effect.Effect<string, UnsealError>
    /** Returns keyed hashes to store and look up instead of the text itself. */
    readonly blindIndex: (context: EncryptionContext, text: string) => BlindIndex
  }
>()("@sheaf/ports/Sealer") {}
