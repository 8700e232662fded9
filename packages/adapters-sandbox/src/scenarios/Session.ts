/** What a collection at a simulated company carries from step to step. It is all there is: nothing is kept in memory. */
import { CompanyId } from "@sheaf/domain/Company"
import { LoginMethod } from "@sheaf/domain/LoginMethod"
import { Product } from "@sheaf/domain/Product"
import { Effect, Schema } from "effect"
import { ConnectorError } from "@sheaf/ports"

export const Session = Schema.Struct({
  company: CompanyId,
  products: Schema.Array(Product),
  method: LoginMethod,
  /** The user name, address or personal number; the password is not kept. */
  identity: Schema.String,
  /** The place in the course of the scenario. */
  at: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  /** The company refused the code that was given at this place. */
  codeRefused: Schema.optionalKey(Schema.Literal(true))
})
export type Session = typeof Session.Type

const Text = Schema.fromJsonString(Session)
const decode = Schema.decodeUnknownEffect(Text)

export const encode: (session: Session) => string = Schema.encodeSync(Text)

/** The session in a text that {@link encode} wrote; any other text is a fault that no repetition mends. */
export const parse = (text: string): Effect.Effect<Session, ConnectorError> =>
  Effect.mapError(decode(text), () => new ConnectorError({ reason: "BROKEN" }))
