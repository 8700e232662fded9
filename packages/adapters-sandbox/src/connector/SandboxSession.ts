/**
 * A collection's session at a simulated company: its position in the scenario's script, the step that the connector
 * returns for each action, and the faults that an action can specify (spec 2.5, 12).
 */
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { CompanyId } from "@sheaf/domain/Company"
import { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import { LoginMethod } from "@sheaf/domain/LoginMethod"
import { CollectionFilter, ElectronicIdLogin } from "@sheaf/domain/Parameter"
import { Product } from "@sheaf/domain/Product"
import type { UserInput } from "@sheaf/domain/SupplementInfo"
import { AnimatedQrSource, Authenticated, ConnectorError } from "@sheaf/ports"
import { Effect, Schema, Struct } from "effect"
import type { Company } from "../companies/Company.ts"
import type { ScriptAction, AskAction, EndAction, ShowAction, Misbehavior } from "../scenarios/Script.ts"
import { wrongCodeStatus, wrongCode } from "../scenarios/Questions.ts"
import { loginScriptOf, hasDuration, durationOf } from "../scenarios/ScenarioTable.ts"
import { defaultReasonFor, make as reasonOf } from "@sheaf/domain/FailureReason"
import { autostartInformation } from "@sheaf/domain/ExtraInformation"
import type { ExtraInformation } from "@sheaf/domain/ExtraInformation"
import type { CollectedData, OrderInstructions, Step } from "@sheaf/ports"
import * as DeviceLogin from "../clientSide/DeviceLogin.ts"
import { otherPersonalNumberLike, formatWithHyphen } from "../people/Person.ts"
import { randomFrom } from "../data/Random.ts"
import * as BoundedMap from "../storage/BoundedMap.ts"

const Order = Schema.Struct({
  orderRef: Schema.String,
  autoStartToken: Schema.optionalKey(Schema.String),
  animatedCode: Schema.optionalKey(AnimatedQrSource),
  controlCode: Schema.optionalKey(Schema.String),
  pageUrl: Schema.optionalKey(Schema.String)
})

/** The result of an order that ended as soon as it was placed. */
const Result = Schema.Union([
  Schema.Struct({ type: Schema.Literal("IDENTIFIED"), authenticated: Authenticated }),
  Schema.Struct({ type: Schema.Literal("ENDED"), status: CollectionStatus })
])

const Renewal = Schema.Struct({
  /** Identifies the login that the token belongs to. */
  family: Schema.String,
  /** The number of this login's tokens that were used before this one. */
  used: Schema.Int
})
export type Renewal = typeof Renewal.Type

export const SandboxSession = Schema.Struct({
  company: CompanyId,
  products: Schema.Array(Product),
  clientName: Schema.optionalKey(Schema.String),
  method: LoginMethod,
  /** The user name, email address or personal number. Passwords are never stored. */
  identity: Schema.String,
  login: Schema.optionalKey(ElectronicIdLogin),
  /** Present if Sheaf itself has already identified the person. */
  identified: Schema.optionalKey(Schema.Literal(true)),
  filter: Schema.optionalKey(Schema.Struct(Struct.omit(CollectionFilter.fields, ["type", "products"]))),
  consent: Schema.optionalKey(
    Schema.Struct({
      scope: Psd2AisConsentScope,
      psuIpAddress: Schema.String,
      psuLocale: Schema.String,
      validUntil: Schema.String
    })
  ),
  /** The bank connector's session, present while accounts are read under the one-time consent. */
  reading: Schema.optionalKey(Schema.String),
  /** The index of the current action in the scenario's script. */
  at: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)),
  /** The final status, if the script ended early. */
  endedAs: Schema.optionalKey(CollectionStatus),
  chosen: Schema.optionalKey(Schema.String),
  order: Schema.optionalKey(Order),
  /** Replaces `order` once the order has ended, because an ended order needs no more polling. */
  result: Schema.optionalKey(Result),
  deviceLogin: Schema.optionalKey(DeviceLogin.DeviceLogin),
  renewal: Schema.optionalKey(Renewal)
})
export type SandboxSession = typeof SandboxSession.Type

const Text = Schema.fromJsonString(SandboxSession)
const decode = Schema.decodeUnknownEffect(Text)

const encode: (session: SandboxSession) => string = Schema.encodeSync(Text)

/** Fails with BROKEN unless {@link encode} wrote the text. */
export const parse = (text: string): Effect.Effect<SandboxSession, ConnectorError> =>
  Effect.mapError(decode(text), () => new ConnectorError({ reason: "BROKEN" }))

export const withoutOrder = ({ order: _, ...session }: SandboxSession): SandboxSession => session

export const moveToNextAction = ({
  deviceLogin: _,
  order: __,
  result: ___,
  ...session
}: SandboxSession): SandboxSession => ({
  ...session,
  at: session.at + 1
})

export const withRenewal = (
  { renewals = 0 }: Company,
  { renewal: before, ...session }: SandboxSession,
  family: string
): SandboxSession => {
  const renewal = before ?? { family, used: 0 }
  return renewal.used < renewals ? { ...session, renewal } : session
}

export const withoutReading = ({ reading: _, ...session }: SandboxSession): SandboxSession => session

export const endEarly = (
  { deviceLogin: _, order: __, result: ___, ...session }: SandboxSession,
  endedAs: CollectionStatus
): SandboxSession => ({
  ...session,
  endedAs
})

const running: ScriptAction = { type: "Show", status: "RUNNING" }

/** Returns nothing after the end of the script. */
export const actionAt = (
  company: Company,
  { at, endedAs, identity, method }: SandboxSession
): ScriptAction | undefined => {
  if (endedAs !== undefined) return { type: "End", status: endedAs }
  const script = loginScriptOf(company, method, identity)
  // If the login method has delays, adds a RUNNING status that lasts long enough for clients to see it.
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

export const withReportedPersonalNumber = (
  { companyTells }: ShowAction,
  { identity }: SandboxSession,
  known: Authenticated
): Authenticated => {
  if (companyTells === undefined) return known
  return {
    ...known,
    fromCompany: formatWithHyphen(companyTells === "OWN" ? identity : otherPersonalNumberLike(identity))
  }
}

const withAuthenticated = (authenticated: Authenticated) =>
  Object.keys(authenticated).length > 0 ? { authenticated } : {}

export const show = ({ status }: ShowAction, session: SandboxSession, who: Authenticated): Step => ({
  _tag: "Poll",
  status,
  ...withAuthenticated(who),
  afterMillis: durationOf(session.method, session.identity, session.at),
  session: encode(session)
})

const instructed = ({ information, instructions }: AskAction, chosen: string | undefined): ExtraInformation => {
  const asked = information.TWO_FACTOR_AUTHENTICATION_INSTRUCTION
  const closer = chosen === undefined ? undefined : instructions?.[chosen]
  return asked === undefined || closer === undefined
    ? information
    : { ...information, TWO_FACTOR_AUTHENTICATION_INSTRUCTION: { ...asked, authenticationInstruction: closer } }
}

export const ask = (action: AskAction, session: SandboxSession, who: Authenticated): Step => ({
  _tag: "Ask",
  status: action.status,
  ...withAuthenticated(who),
  question: action.question,
  information: {
    ...instructed(action, session.chosen),
    ...(action.reference && { REFERENCE_NUMBER: randomFrom("reference", session.identity).digits(8) })
  },
  session: encode(session)
})

export const end = (
  { reason, retryAfterSeconds, status }: EndAction,
  session: SandboxSession,
  who: Authenticated,
  collected?: CollectedData
): Step => {
  const more = retryAfterSeconds === undefined ? {} : { retryAfterSeconds }
  const closer = reason === undefined ? defaultReasonFor(status, more) : reasonOf(reason, more)
  const isCloser = reason !== undefined || retryAfterSeconds !== undefined
  return {
    _tag: "End",
    status,
    ...withAuthenticated(who),
    session: encode(session),
    ...(session.renewal !== undefined && { renewable: true }),
    ...(isCloser && closer !== undefined && { reason: closer }),
    ...(collected !== undefined && { collected })
  }
}

export const collect = (session: SandboxSession): Step => ({
  _tag: "Poll",
  status: "COLLECTING",
  afterMillis: durationOf(session.method, session.identity, session.at),
  session: encode(session)
})

export const continueReading = (session: SandboxSession, who: Authenticated, afterMillis: number): Step => ({
  _tag: "Poll",
  status: "COLLECTING",
  ...withAuthenticated(who),
  afterMillis,
  session: encode(session)
})

export const endAfterFailedReading = (
  { reason, status }: Pick<Extract<Step, { readonly _tag: "End" }>, "reason" | "status">,
  session: SandboxSession,
  who: Authenticated
): Step => ({
  _tag: "End",
  status,
  ...withAuthenticated(who),
  session: encode(session),
  ...(reason !== undefined && { reason })
})

export const waitForSignature = (session: SandboxSession, opening: OrderInstructions, afterMillis: number): Step => ({
  _tag: "Poll",
  status: "WAITING_FOR_USER_ACTION",
  ...opening,
  afterMillis,
  session: encode(session)
})

/** Returns nothing until the company has issued the autostart token. */
export const autostartOf = (login: DeviceLogin.DeviceLogin): ExtraInformation =>
  login.round === "SIGNATURE" ? autostartInformation(login.autoStartToken) : {}

export const askDevice = (
  session: SandboxSession,
  login: DeviceLogin.DeviceLogin,
  site: DeviceLogin.SiteTarget
): Step => {
  const [first, ...others] = DeviceLogin.requestsOf(login, site)
  return {
    _tag: "Ask",
    status: login.round === "SIGNATURE" ? "WAITING_FOR_USER_ACTION" : "LOGIN",
    question: { kind: "RESPONSE_OBJECT", etags: [first.etag, ...others.map(({ etag }) => etag)] },
    information: { ...autostartOf(login), INSTRUCTIONS: [first, ...others] },
    session: encode({ ...session, deviceLogin: login })
  }
}

const slowMillis = 2500
const attemptsKept = 1000
const failingAttempts = 2

/** An invalid step. It is written as JSON, because the compiler would reject it as a `Step`. */
const nonsense = '{"_tag":"Poll","status":"COLLECTING","afterMillis":"soon","session":42}'

/**
 * Returns a function that makes a connector misbehave. The function counts attempts by the step's key, which all
 * retries of the step share.
 */
export const makeMisbehavior = () => {
  const attempts = BoundedMap.make<number>(attemptsKept)

  const unreachableTwice = (key: string, step: Step) =>
    Effect.suspend(() => {
      const attempt = (attempts.get(key) ?? 0) + 1
      attempts.set(key, attempt)
      return attempt > failingAttempts
        ? Effect.succeed(step)
        : Effect.fail(new ConnectorError({ reason: "UNREACHABLE" }))
    })

  /** Returns `step`, or misbehaves as `behavior` specifies. */
  return (behavior: Misbehavior | undefined, key: string, step: Step): Effect.Effect<Step, ConnectorError> => {
    switch (behavior) {
      case undefined:
        return Effect.succeed(step)
      case "SLOW":
        return Effect.delay(Effect.succeed(step), slowMillis)
      case "UNREACHABLE_TWICE":
        return unreachableTwice(key, step)
      case "THROWS":
        return Effect.die(new Error("the scenario makes this connector throw"))
      case "NONSENSE":
        return Effect.sync((): Step => JSON.parse(nonsense))
      case "HANGS":
        return Effect.never
    }
  }
}
