/** A collection's session at a simulated company: its position in the scenario's script. */
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { CompanyId } from "@sheaf/domain/Company"
import { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import { LoginMethod } from "@sheaf/domain/LoginMethod"
import { CollectionFilter, ElectronicIdLogin } from "@sheaf/domain/Parameter"
import { Product } from "@sheaf/domain/Product"
import type { UserInput } from "@sheaf/domain/SupplementInfo"
import { AnimatedQrSource, Authenticated, ConnectorError } from "@sheaf/ports"
import { Effect, Schema, Struct } from "effect"
import { DeviceLogin } from "../clientSide/DeviceLogin.ts"
import type { Company } from "../companies/Company.ts"
import type { ScriptAction } from "../scenarios/Script.ts"
import { wrongCodeStatus, wrongCode } from "../scenarios/Questions.ts"
import { loginScriptOf, hasDuration } from "../scenarios/ScenarioTable.ts"

/** An open electronic-ID order. */
const Order = Schema.Struct({
  orderRef: Schema.String,
  autoStartToken: Schema.optionalKey(Schema.String),
  animatedCode: Schema.optionalKey(AnimatedQrSource),
  controlCode: Schema.optionalKey(Schema.String),
  pageUrl: Schema.optionalKey(Schema.String)
})

/** The result of a login whose order ended as soon as it was placed. */
const Result = Schema.Union([
  Schema.Struct({ type: Schema.Literal("IDENTIFIED"), authenticated: Authenticated }),
  Schema.Struct({ type: Schema.Literal("ENDED"), status: CollectionStatus })
])

const Renewal = Schema.Struct({
  /** The login that the token belongs to. */
  family: Schema.String,
  /** How many of the login's tokens were used before this one. */
  used: Schema.Int
})
export type Renewal = typeof Renewal.Type

export const SandboxSession = Schema.Struct({
  company: CompanyId,
  products: Schema.Array(Product),
  /** The name of the client that started the collection. */
  clientName: Schema.optionalKey(Schema.String),
  method: LoginMethod,
  /** The user name, email address or personal number. The password is never stored. */
  identity: Schema.String,
  /** The login, if it uses an electronic ID. */
  login: Schema.optionalKey(ElectronicIdLogin),
  /** Present if Sheaf itself has already identified the person. */
  identified: Schema.optionalKey(Schema.Literal(true)),
  /** The records that the client wants. */
  filter: Schema.optionalKey(Schema.Struct(Struct.omit(CollectionFilter.fields, ["type", "products"]))),
  /** The terms of the one-time consent. */
  consent: Schema.optionalKey(
    Schema.Struct({
      scope: Psd2AisConsentScope,
      psuIpAddress: Schema.String,
      psuLocale: Schema.String,
      validUntil: Schema.String
    })
  ),
  /** The session for the reading under the one-time consent, once the reading has begun. */
  reading: Schema.optionalKey(Schema.String),
  /** The position in the scenario's script. */
  at: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  /** The last status, if the script ended early. */
  endedAs: Schema.optionalKey(CollectionStatus),
  /** The chosen two-factor method. */
  chosen: Schema.optionalKey(Schema.String),
  order: Schema.optionalKey(Order),
  /** How the order ended, in place of the order, because nothing is left to poll or cancel. */
  result: Schema.optionalKey(Result),
  deviceLogin: Schema.optionalKey(DeviceLogin),
  /** A token that lets one more collection begin without the person. */
  renewal: Schema.optionalKey(Renewal)
})
export type SandboxSession = typeof SandboxSession.Type

const Text = Schema.fromJsonString(SandboxSession)
const decode = Schema.decodeUnknownEffect(Text)

export const encode: (session: SandboxSession) => string = Schema.encodeSync(Text)

/** Reads a session that {@link encode} wrote. Anything else fails with BROKEN. */
export const parse = (text: string): Effect.Effect<SandboxSession, ConnectorError> =>
  Effect.mapError(decode(text), () => new ConnectorError({ reason: "BROKEN" }))

/** Removes an order, so that the action can place another. */
export const withoutOrder = ({ order: _, ...session }: SandboxSession): SandboxSession => session

/** Moves the session on to its script's next action. */
export const moveToNextAction = ({
  deviceLogin: _,
  order: __,
  result: ___,
  ...session
}: SandboxSession): SandboxSession => ({
  ...session,
  at: session.at + 1
})

/** Returns the last session of a collection, with a token if the company lets another collection begin in it. */
export const withRenewal = (
  { renewals = 0 }: Company,
  { renewal: before, ...session }: SandboxSession,
  family: string
): SandboxSession => {
  const renewal = before ?? { family, used: 0 }
  return renewal.used < renewals ? { ...session, renewal } : session
}

/** Removes a finished reading's session. */
export const withoutReading = ({ reading: _, ...session }: SandboxSession): SandboxSession => session

/** Ends the script early with a status. */
export const endEarly = (
  { deviceLogin: _, order: __, result: ___, ...session }: SandboxSession,
  endedAs: CollectionStatus
): SandboxSession => ({
  ...session,
  endedAs
})

const running: ScriptAction = { type: "Show", status: "RUNNING" }

/** Returns the script's current action, or nothing after its end. */
export const actionAt = (
  company: Company,
  { at, endedAs, identity, method }: SandboxSession
): ScriptAction | undefined => {
  if (endedAs !== undefined) return { type: "End", status: endedAs }
  const script = loginScriptOf(company, method, identity)
  // RUNNING lasts long enough for clients to see it, unless the login method has no delays.
  return (hasDuration(method) ? [running, ...script] : script)[at]
}

export const withInput = (session: SandboxSession, input: UserInput): SandboxSession => {
  switch (input.type) {
    case "TWO_FACTOR_CODE":
      return input.value === wrongCode ? endEarly(session, wrongCodeStatus) : moveToNextAction(session)
    case "TWO_FACTOR_CHOICE":
      return { ...moveToNextAction(session), chosen: input.methodId }
    case "COLLECTION_INPUT":
      return moveToNextAction(session)
  }
}
