/**
 * The reference of an order at the simulated provider holds all there is to know of the order, so that it can be asked
 * after in every process, also after a restart. It is sealed, so that nobody reads a personal number in it; the key is in
 * the source, because the people of the sandbox are invented and only the service ever sees a reference.
 */
import { CompanyId } from "@sheaf/domain/Company"
import { LoginMethod } from "@sheaf/domain/LoginMethod"
import { Option, Schema } from "effect"
import { hash } from "node:crypto"
import * as Sealed from "../Sealed.ts"

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

const sealingKey = hash("sha256", "the references of orders in the sandbox", "buffer")

/** The same facts give the same reference. */
export const seal = (facts: OrderFacts): string => Sealed.seal(sealingKey, encode(facts))

/** The facts of a reference that {@link seal} made; nothing for any other text. */
export const open = (reference: string): Option.Option<OrderFacts> =>
  Option.flatMap(Sealed.open(sealingKey, reference), decode)
