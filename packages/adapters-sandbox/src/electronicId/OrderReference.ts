/**
 * References to orders at the simulated provider. A reference contains everything about its order, so any process can
 * poll the order, even after a restart. Encryption hides the personal number. The key can be public, because the
 * sandbox's people are fictional and only the service sees the references.
 */
import { CompanyId } from "@sheaf/domain/Company"
import { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import { LoginMethod } from "@sheaf/domain/LoginMethod"
import { Product } from "@sheaf/domain/Product"
import { Option, Schema } from "effect"
import { createSecretKey, hash } from "node:crypto"
import * as BoundedMap from "../storage/BoundedMap.ts"
import * as DeterministicEncryption from "../storage/DeterministicEncryption.ts"

export const OrderContent = Schema.Struct({
  /** The order's idempotency key. It makes the reference unique and the tokens hard to guess. */
  key: Schema.String,
  company: CompanyId,
  method: LoginMethod,
  personalNumber: Schema.String,
  /** Where the page sends the person afterwards. Only company pages have a return URL. */
  returnUrl: Schema.optionalKey(Schema.String),
  startedAt: Schema.Finite,
  purpose: Schema.optionalKey(
    Schema.Struct({
      clientName: Schema.optionalKey(Schema.String),
      products: Schema.Array(Product),
      scope: Schema.optionalKey(Psd2AisConsentScope),
      locale: Schema.optionalKey(Schema.String)
    })
  )
})
export type OrderContent = typeof OrderContent.Type

const Text = Schema.fromJsonString(OrderContent)
const encode = Schema.encodeSync(Text)
const decode = Schema.decodeUnknownOption(Text)

/** Encryption with a prepared key object is three times as fast as with raw bytes. */
const sealingKey = createSecretKey(hash("sha256", "the references of orders in the sandbox", "buffer"))

/** Caches decoded references, because a collection decodes its reference several times. */
const known = BoundedMap.make<OrderContent>(1_000)

export const encryptReference = (facts: OrderContent): string => {
  const reference = DeterministicEncryption.encrypt(sealingKey, encode(facts))
  known.set(reference, facts)
  return reference
}

export const decryptReference = (reference: string): Option.Option<OrderContent> =>
  Option.orElse(Option.fromNullishOr(known.get(reference)), () =>
    Option.flatMap(DeterministicEncryption.decrypt(sealingKey, reference), decode)
  )
