/** What a collection at a simulated company carries from step to step. */
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { CompanyId } from "@sheaf/domain/Company"
import { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import { LoginMethod } from "@sheaf/domain/LoginMethod"
import { Product } from "@sheaf/domain/Product"
import { Effect, Schema } from "effect"
import { ConnectorError } from "@sheaf/ports"
import { DeviceLogin } from "../clientSide/DeviceLogin.ts"

/** An order of the electronic ID that is open. */
const Order = Schema.Struct({
  orderRef: Schema.String,
  autoStartToken: Schema.String,
  qrStartToken: Schema.String,
  qrStartSecret: Schema.String,
  startedAt: Schema.Finite
})

export const Session = Schema.Struct({
  company: CompanyId,
  products: Schema.Array(Product),
  method: LoginMethod,
  /** The user name, address or personal number; the password is not kept. */
  identity: Schema.String,
  /** What the consent for this one collection covers. */
  consent: Schema.optionalKey(Psd2AisConsentScope),
  /** The place in the course of the scenario. */
  at: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  /** The course was left at this place, and ended like this. */
  endedAs: Schema.optionalKey(CollectionStatus),
  /** The two-factor method that was chosen. */
  chosen: Schema.optionalKey(Schema.String),
  order: Schema.optionalKey(Order),
  deviceLogin: Schema.optionalKey(DeviceLogin)
})
export type Session = typeof Session.Type

const Text = Schema.fromJsonString(Session)
const decode = Schema.decodeUnknownEffect(Text)

export const encode: (session: Session) => string = Schema.encodeSync(Text)

/** The session in a text that {@link encode} wrote; any other text is a fault that no repetition mends. */
export const parse = (text: string): Effect.Effect<Session, ConnectorError> =>
  Effect.mapError(decode(text), () => new ConnectorError({ reason: "BROKEN" }))

/** The session at the next place of its course; what belonged to this place alone is left behind. */
export const onward = ({ deviceLogin: _, order: __, ...session }: Session): Session => ({
  ...session,
  at: session.at + 1
})

/** The session of a course that is left for an end of its own. */
export const endingAs = ({ deviceLogin: _, order: __, ...session }: Session, endedAs: CollectionStatus): Session => ({
  ...session,
  endedAs
})
