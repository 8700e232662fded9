/** A collection at a simulated company, as it is carried from step to step: its place in the course of its scenario. */
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { CompanyId } from "@sheaf/domain/Company"
import { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import { LoginMethod } from "@sheaf/domain/LoginMethod"
import { Product } from "@sheaf/domain/Product"
import type { Input } from "@sheaf/domain/SupplementInfo"
import { ConnectorError } from "@sheaf/ports"
import { Effect, Schema } from "effect"
import { DeviceLogin } from "../clientSide/DeviceLogin.ts"
import type { Company } from "../companies/Company.ts"
import type { Beat } from "../scenarios/Beat.ts"
import { statusOfWrongCode, wrongCode } from "../scenarios/Questions.ts"
import { courseOf } from "../scenarios/ScenarioTable.ts"
import * as Pace from "./Pace.ts"

/** An order of the electronic ID that is open. */
const Order = Schema.Struct({
  orderRef: Schema.String,
  autoStartToken: Schema.String,
  qrStartToken: Schema.String,
  qrStartSecret: Schema.String,
  startedAt: Schema.Finite
})

export const SandboxSession = Schema.Struct({
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
export type SandboxSession = typeof SandboxSession.Type

const Text = Schema.fromJsonString(SandboxSession)
const decode = Schema.decodeUnknownEffect(Text)

export const encode: (session: SandboxSession) => string = Schema.encodeSync(Text)

/** The session in a text that {@link encode} wrote; any other text is a fault that no repetition mends. */
export const parse = (text: string): Effect.Effect<SandboxSession, ConnectorError> =>
  Effect.mapError(decode(text), () => new ConnectorError({ reason: "BROKEN" }))

/** The session at the next place of its course; what belonged to this place alone is left behind. */
export const onward = ({ deviceLogin: _, order: __, ...session }: SandboxSession): SandboxSession => ({
  ...session,
  at: session.at + 1
})

/** The session of a course that is left for an end of its own. */
export const endingAs = (
  { deviceLogin: _, order: __, ...session }: SandboxSession,
  endedAs: CollectionStatus
): SandboxSession => ({
  ...session,
  endedAs
})

const running: Beat = { type: "Show", status: "RUNNING" }

/** The beat at the session's place; nothing if the course has no such place. */
export const beatAt = (company: Company, { at, endedAs, identity, method }: SandboxSession): Beat | undefined => {
  if (endedAs !== undefined) return { type: "End", status: endedAs }
  const course = courseOf(company, method, identity)
  // If states take time, RUNNING lasts long enough to be seen.
  return (Pace.takesTime(method) ? [running, ...course] : course)[at]
}

/** The session after an answer. */
export const answered = (session: SandboxSession, input: Input): SandboxSession => {
  switch (input.type) {
    case "TWO_FACTOR_CODE":
      return input.value === wrongCode ? endingAs(session, statusOfWrongCode) : onward(session)
    case "TWO_FACTOR_CHOICE":
      return { ...onward(session), chosen: input.methodId }
    case "COLLECTION_INPUT":
      return onward(session)
  }
}
