/**
 * References to orders at the simulated provider. A reference contains everything about the order, so that any process
 * can poll it, even after a restart. Encryption hides the personal number. The key may be public, because the sandbox's
 * people are invented and only the service sees references.
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
  /** The order's idempotency key, which makes the reference unique and the tokens hard to guess. */
  key: Schema.String,
  company: CompanyId,
  method: LoginMethod,
  personalNumber: Schema.String,
  /** Where the page sends the person back to. Only companies' pages have a return URL. */
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

/** Calls are three times as fast with a prepared key as with bytes. */
const sealingKey = createSecretKey(hash("sha256", "the references of orders in the sandbox", "buffer"))

/** Orders by recent reference. A collection decodes its reference several times. */
const known = BoundedMap.make<OrderContent>(1_000)

export const encryptReference = (facts: OrderContent): string => {
  const reference = DeterministicEncryption.encrypt(sealingKey, encode(facts))
  known.set(reference, facts)
  return reference
}

/** Decrypts a reference from {@link seal}. */
export const decryptReference = (reference: string): Option.Option<OrderContent> =>
  Option.orElse(Option.fromNullishOr(known.get(reference)), () =>
    Option.flatMap(DeterministicEncryption.decrypt(sealingKey, reference), decode)
  )
