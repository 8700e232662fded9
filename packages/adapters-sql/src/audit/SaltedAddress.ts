/**
 * The caller's IP address in an audit record, with a random salt. The record itself contains only a hash of the address
 * and the salt. Without the salt, somebody who has all keys could find the address by hashing every candidate. The salt
 * is encrypted and erased together with the address (ADR 27).
 */
import { Effect, Schema } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { serviceTenant } from "../sealing/ColumnSealer.ts"

const saltLength = 32

/** The encrypted address does not match the hash in the record. */
class AddressReplaced extends Schema.TaggedError<AddressReplaced>()("AddressReplaced", {}) {}

export const sealContextOf = (recordId: string) => ({ tenant: serviceTenant, record: `${recordId}/address` })

export const make = (address: string): Uint8Array => Buffer.concat([randomBytes(saltLength), Buffer.from(address)])

/** Returns the hash that a record stores for its salted address, in base64url. */
export const commitmentTo = (salted: Uint8Array): string => createHash("sha256").update(salted).digest("base64url")

const decode = Schema.decodeUnknownEffect(
  Schema.fromJsonString(Schema.Struct({ recordId: Schema.String, addressHash: Schema.String }))
)

/** Reads the address hash and the record's id from a record's text. Fails if either is missing. */
export const commitmentIn = (text: string) => Effect.mapError(decode(text), () => new AddressReplaced())

/** Removes the salt from an address. Fails if the hash does not match. */
export const verifiedAddressOf = (salted: Uint8Array, addressHash: string) =>
  addressHash === commitmentTo(salted)
    ? Effect.succeed(new TextDecoder().decode(salted.subarray(saltLength)))
    : Effect.fail(new AddressReplaced())
