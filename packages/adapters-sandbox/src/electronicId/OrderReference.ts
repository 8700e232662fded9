/**
 * The reference of an order at the simulated provider holds all there is to know of the order, so that it can be asked
 * after in every process, also after a restart. It is sealed, so that nobody reads a personal number in it; the key is in
 * the source, because the people of the sandbox are invented and only the service ever sees a reference.
 */
import { CompanyId } from "@sheaf/domain/Company"
import { LoginMethod } from "@sheaf/domain/LoginMethod"
import { Option, Schema } from "effect"
import { createCipheriv, createDecipheriv, hash } from "node:crypto"

export const OrderFacts = Schema.Struct({
  /** The key under which it was ordered: it makes the order one of its kind, and its tokens hard to guess. */
  key: Schema.String,
  company: CompanyId,
  method: LoginMethod,
  personalNumber: Schema.String,
  startedAt: Schema.Finite
})
export type OrderFacts = typeof OrderFacts.Type

const Text = Schema.fromJsonString(OrderFacts)
const encode = Schema.encodeSync(Text)
const decode = Schema.decodeUnknownOption(Text)

const algorithm = "aes-256-gcm"
const sealingKey = hash("sha256", "the references of orders in the sandbox", "buffer")
const nonceBytes = 12
const tagBytes = 16

/** The same facts give the same reference. */
export const seal = (facts: OrderFacts): string => {
  const text = encode(facts)
  const nonce = hash("sha256", text, "buffer").subarray(0, nonceBytes)
  const cipher = createCipheriv(algorithm, sealingKey, nonce)
  const sealed = [cipher.update(text, "utf8"), cipher.final()]
  return Buffer.concat([nonce, cipher.getAuthTag(), ...sealed]).toString("base64url")
}

const unseal = (bytes: Buffer): string => {
  const nonce = bytes.subarray(0, nonceBytes)
  const decipher = createDecipheriv(algorithm, sealingKey, nonce, { authTagLength: tagBytes })
  decipher.setAuthTag(bytes.subarray(nonceBytes, nonceBytes + tagBytes))
  return Buffer.concat([decipher.update(bytes.subarray(nonceBytes + tagBytes)), decipher.final()]).toString("utf8")
}

const unsealText = Option.liftThrowable((reference: string) => unseal(Buffer.from(reference, "base64url")))

/** The facts of a reference that {@link seal} made; nothing for any other text. */
export const open = (reference: string): Option.Option<OrderFacts> => Option.flatMap(unsealText(reference), decode)
