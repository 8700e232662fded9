/**
 * The address of a record's caller, with a random salt. The record contains one hash over both. Without the salt, somebody with every key
 * could find the address by hashing all addresses. The salt is sealed with the address, and erased with it (ADR 27).
 */
import { Effect, Schema } from "effect"
import { createHash, randomBytes } from "node:crypto"
import { serviceTenant } from "../sealing/ColumnSealer.ts"

const saltLength = 32

/** The sealed address is not the address of its record. */
class AddressReplaced extends Schema.TaggedError<AddressReplaced>()("AddressReplaced", {}) {}

/** Returns the place to which the sealed address of a record is bound. */
export const sealContextOf = (recordId: string) => ({ tenant: serviceTenant, record: `${recordId}/address` })

/** Returns an address after a new salt. */
export const make = (address: string): Uint8Array => Buffer.concat([randomBytes(saltLength), Buffer.from(address)])

/** Returns the hash that commits a record to a salted address, in base64url. */
export const commitmentTo = (salted: Uint8Array): string => createHash("sha256").update(salted).digest("base64url")

const decode = Schema.decodeUnknownEffect(
  Schema.fromJsonString(Schema.Struct({ recordId: Schema.String, addressHash: Schema.String }))
)

/** Returns what the record with this text says about its address. Fails if the record has none. */
export const commitmentIn = (text: string) => Effect.mapError(decode(text), () => new AddressReplaced())

/** Returns the address without its salt. Fails if this is not its hash. */
export const verifiedAddressOf = (salted: Uint8Array, addressHash: string) =>
  addressHash === commitmentTo(salted)
    ? Effect.succeed(new TextDecoder().decode(salted.subarray(saltLength)))
    : Effect.fail(new AddressReplaced())
