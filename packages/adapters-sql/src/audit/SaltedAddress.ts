/**
 * The address of a record's caller, and a random salt. The record itself contains only a hash of the salt and address.
 * Without a salt, somebody with all keys could find the address by hashing every candidate. The salt is sealed and
 * erased with the address (ADR 27).
 */
import { Effect, Schema } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { serviceTenant } from "../sealing/ColumnSealer.ts"

const saltLength = 32

/** The sealed address differs from the address that the record commits to. */
class AddressReplaced extends Schema.TaggedError<AddressReplaced>()("AddressReplaced", {}) {}

/** Returns the context for sealing a record's address. */
export const sealContextOf = (recordId: string) => ({ tenant: serviceTenant, record: `${recordId}/address` })

/** Returns a new salt, followed by the address. */
export const make = (address: string): Uint8Array => Buffer.concat([randomBytes(saltLength), Buffer.from(address)])

/** Returns the hash of a salted address that a record contains, in base64url. */
export const commitmentTo = (salted: Uint8Array): string => createHash("sha256").update(salted).digest("base64url")

const decode = Schema.decodeUnknownEffect(
  Schema.fromJsonString(Schema.Struct({ recordId: Schema.String, addressHash: Schema.String }))
)

/** Returns the commitment in a record's text. Fails if the text has no commitment. */
export const commitmentIn = (text: string) => Effect.mapError(decode(text), () => new AddressReplaced())

/** Returns the address without its salt. Fails if the hash does not match. */
export const verifiedAddressOf = (salted: Uint8Array, addressHash: string) =>
  addressHash === commitmentTo(salted)
    ? Effect.succeed(new TextDecoder().decode(salted.subarray(saltLength)))
    : Effect.fail(new AddressReplaced())
