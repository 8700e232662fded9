/** Which step a connector returns for each action, and how it misbehaves if the action says so (spec 2.5, 12). */
import { defaultReasonFor, make as reasonOf } from "@sheaf/domain/FailureReason"
import { autostartInformation } from "@sheaf/domain/ExtraInformation"
import type { ExtraInformation } from "@sheaf/domain/ExtraInformation"
import type { Authenticated, CollectedData, OrderInstructions, Step } from "@sheaf/ports"
import * as DeviceLogin from "../clientSide/DeviceLogin.ts"
import { otherPersonalNumberLike, formatWithHyphen } from "../people/Person.ts"
import { randomFrom } from "../data/Random.ts"
import type { AskAction, EndAction, ShowAction, Misbehavior } from "../scenarios/Script.ts"
import { durationOf } from "../scenarios/ScenarioTable.ts"
import { encode } from "./SandboxSession.ts"
import type { SandboxSession } from "./SandboxSession.ts"
import { ConnectorError } from "@sheaf/ports"
import { Effect } from "effect"
import * as BoundedMap from "../storage/BoundedMap.ts"

/** Adds the personal number that the company reports in this action to those known so far. */
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

/** Begins to collect without a login. */
export const collect = (session: SandboxSession): Step => ({
  _tag: "Poll",
  status: "COLLECTING",
  afterMillis: durationOf(session.method, session.identity, session.at),
  session: encode(session)
})

/** Continues reading accounts under a one-time consent. */
export const continueReading = (session: SandboxSession, who: Authenticated, afterMillis: number): Step => ({
  _tag: "Poll",
  status: "COLLECTING",
  ...withAuthenticated(who),
  afterMillis,
  session: encode(session)
})

/** Ends a collection that failed to read accounts under a one-time consent. */
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

/** Waits for the person to sign. */
export const waitForSignature = (session: SandboxSession, opening: OrderInstructions, afterMillis: number): Step => ({
  _tag: "Poll",
  status: "WAITING_FOR_USER_ACTION",
  ...opening,
  afterMillis,
  session: encode(session)
})

/** Returns the autostart token, if the company has issued it yet. */
export const autostartOf = (login: DeviceLogin.DeviceLogin): ExtraInformation =>
  login.round === "SIGNATURE" ? autostartInformation(login.autoStartToken) : {}

/** Makes the client's device execute a round's requests. */
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

/** An invalid step. The step is parsed from JSON, because the compiler would reject it. */
const nonsense = '{"_tag":"Poll","status":"COLLECTING","afterMillis":"soon","session":42}'

/** Makes a connector misbehave. Counts attempts by the step's key, which all retries share. */
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

  /** If the action says so, misbehaves first. Then returns `step`. */
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
