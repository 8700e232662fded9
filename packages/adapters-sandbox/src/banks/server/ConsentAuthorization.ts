/** Authorizes consents: chooses the approach and the method, tracks the progress, and builds the links. */
import { Clock, Effect } from "effect"
import { bankAccountsOf } from "../../records/BankAccounts.ts"
import { randomFrom } from "../../data/Random.ts"
import * as GrantConfirmation from "../GrantConfirmation.ts"
import { wrongCode } from "../../scenarios/Questions.ts"
import { behaviorOf } from "../ConsentTable.ts"
import * as ConsentKeys from "../ConsentKeys.ts"
import type * as ConsentRecord from "../ConsentRecord.ts"
import * as ScenarioDecision from "../ScenarioDecision.ts"
import * as AuthorizationServer from "../oauth/AuthorizationServer.ts"
import * as PagePath from "../PagePath.ts"
import type { AuthenticationObject, ChallengeData, ScaStatus } from "../protocol/ConsentBodies.ts"
import { BankRequestContext } from "../protocol/BankMiddleware.ts"
import * as Links from "../protocol/Links.ts"
import { PageHost } from "../PageHost.ts"
import { failWith } from "../protocol/TppErrors.ts"
import * as ConsentLookup from "../consents/ConsentLookup.ts"

export type Approach = "REDIRECT" | "DECOUPLED"

export const approachOfRecord = ({ authorization }: ConsentRecord.ConsentRecord): Approach =>
  authorization.type === "REDIRECT" ? "REDIRECT" : "DECOUPLED"

const authorizationIdOf = (id: string): string => randomFrom("authorization of a consent", id).uuid()

const pageOf = Effect.fnUntraced(function* (id: string) {
  const { bank } = yield* BankRequestContext
  const { address } = yield* PageHost
  const name = ConsentKeys.recordNameOf(bank, id)
  const path = PagePath.pathOf({ company: bank.id, name, secret: PagePath.secretOf(id) })
  return new URL(path, yield* address).href
})

export const pathOf = (prefix: string, id: string): string => `${prefix}/consents/${encodeURIComponent(id)}`

export const scaStatusOf = ({ record }: ConsentLookup.FoundConsent): ScaStatus => {
  const { authorization, granted, status } = record
  if (GrantConfirmation.isConfirmationPending(record)) return "unconfirmed"
  if (status === "received" && record.requested.codeSent === true) return "scaMethodSelected"
  if (status === "received") return authorization.type === "REDIRECT" ? "started" : "psuIdentified"
  return granted === undefined ? "failed" : "finalised"
}

export const appMessage = "Authorize the consent in the bank's app."

const decisionOn = Effect.fnUntraced(function* ({ person }: ConsentLookup.FoundConsent) {
  const { bank } = yield* BankRequestContext
  const accounts = bankAccountsOf(bank, person).map(({ accountId }) => accountId)
  const now = yield* Clock.currentTimeMillis
  return (stored: ConsentRecord.ConsentRecord) => ScenarioDecision.decideConsent(stored, bank, person, accounts, now)
})

const decide = Effect.fnUntraced(function* (found: ConsentLookup.FoundConsent) {
  yield* ConsentLookup.changeConsent(found.id, yield* decisionOn(found))
})

const textMessage: AuthenticationObject = {
  authenticationType: "SMS_OTP",
  authenticationMethodId: "sms",
  name: "Text message"
}

const offeredMethods: ReadonlyArray<AuthenticationObject> = [
  { authenticationType: "PUSH_OTP", authenticationMethodId: "app", name: "The bank's app" },
  textMessage
]

const asksForCode = (person: string): boolean => behaviorOf(person) === "ASKS_FOR_CODE"

const offersMethods = ({ person, record }: ConsentLookup.FoundConsent) =>
  Effect.map(
    BankRequestContext,
    ({ profile }) =>
      approachOfRecord(record) === "DECOUPLED" && (profile.scaMethods !== undefined || asksForCode(person))
  )

/**
 * Starts the authorization. A decoupled authorization is decided immediately, unless the person must choose a method
 * first. One write stores both the start and the decision, because after a crash between two writes the authorization
 * would stay undecided.
 */
export const start = Effect.fnUntraced(function* (found: ConsentLookup.FoundConsent) {
  const { id, record } = found
  const authorizationId = authorizationIdOf(id)
  const isDecided = approachOfRecord(record) === "DECOUPLED" && !(yield* offersMethods(found))
  const decideOn = isDecided ? yield* decisionOn(found) : (stored: ConsentRecord.ConsentRecord) => stored
  yield* ConsentLookup.changeConsent(id, (stored) =>
    decideOn({ ...stored, requested: { ...found.requested, authorizationId } })
  )
  return authorizationId
})

/** Returns the challenge that opens the bank's app. It is always the same for a given consent. */
const challengeOf = (id: string): ChallengeData => ({
  data: [
    randomFrom("autostart token of a consent", id).uuid(),
    `bank.${randomFrom("code of a consent", id).digits(12)}`
  ],
  additionalInformation: appMessage
})

const codeChallenge: ChallengeData = {
  otpFormat: "integer",
  additionalInformation: "Enter the code from the text message."
}

/** Returns the methods to choose from, or the challenge that opens the bank's app. */
export const nextLinksOf = Effect.fnUntraced(function* (found: ConsentLookup.FoundConsent) {
  if (approachOfRecord(found.record) === "REDIRECT") return {}
  return (yield* offersMethods(found)) ? { scaMethods: offeredMethods } : { challengeData: challengeOf(found.id) }
})

export const openInstructionsOf = Effect.fnUntraced(function* (found: ConsentLookup.FoundConsent) {
  if (found.record.status !== "received") return {}
  if (found.requested.codeSent === true) return { chosenScaMethod: textMessage, challengeData: codeChallenge }
  return yield* nextLinksOf(found)
})

interface NextInstructions {
  readonly chosenScaMethod?: AuthenticationObject
  readonly challengeData?: ChallengeData
}

/** Selects a method, then either returns the challenge that opens the bank's app or sends the person a code. */
export const chooseMethod = Effect.fnUntraced(function* (found: ConsentLookup.FoundConsent, methodId: string) {
  const { id, person } = found
  const method = offeredMethods.find(({ authenticationMethodId }) => authenticationMethodId === methodId)
  if (method === undefined || !(yield* offersMethods(found))) {
    return yield* failWith("SCA_METHOD_UNKNOWN", "The bank has not offered this method.")
  }
  if (method.authenticationType === "SMS_OTP" && asksForCode(person)) {
    yield* ConsentLookup.changeConsent(id, ({ requested, ...stored }) => ({
      ...stored,
      requested: { ...requested, codeSent: true }
    }))
    const sent: NextInstructions = { chosenScaMethod: method, challengeData: codeChallenge }
    return sent
  }
  yield* decide(found)
  const opened: NextInstructions = { challengeData: challengeOf(id) }
  return opened
})

/** A wrong code ends the authorization, and the consent with it. */
export const enterCode = Effect.fnUntraced(function* (found: ConsentLookup.FoundConsent, code: string) {
  if (found.requested.codeSent !== true) yield* failWith("SCA_INVALID", "The bank has sent no code.")
  if (code === wrongCode) {
    yield* ConsentLookup.changeConsent(found.id, (stored) => ({ ...stored, status: "rejected" }))
    yield* failWith("PSU_CREDENTIALS_INVALID", "The code is wrong.")
  }
  yield* decide(found)
  const done: NextInstructions = {}
  return done
})

export const confirm = Effect.fnUntraced(function* (found: ConsentLookup.FoundConsent, confirmationCode: string) {
  if (!GrantConfirmation.isConfirmationPending(found.record)) {
    yield* failWith("SCA_INVALID", "The authorization does not await a confirmation.")
  }
  yield* ConsentLookup.changeConsent(found.id, (record) => GrantConfirmation.confirmGrant(record, confirmationCode))
  return {}
})

export const scaStatusLink = (consentId: string, authorizationId: string) =>
  Effect.map(BankRequestContext, ({ prefix }) =>
    Links.makeLink(`${pathOf(prefix, consentId)}/authorisations/${authorizationId}`)
  )

export const startedAuthorizationLinks = Effect.fnUntraced(function* (
  found: ConsentLookup.FoundConsent,
  authorizationId: string
) {
  const { bank } = yield* BankRequestContext
  const scaStatus = yield* scaStatusLink(found.id, authorizationId)
  const { needsConfirmation, usesOAuth } = found.requested
  if (approachOfRecord(found.record) === "DECOUPLED") return { scaStatus }
  if (usesOAuth === true) return { scaOAuth: Links.makeLink(yield* AuthorizationServer.metadataUrlOf(bank)), scaStatus }
  const scaRedirect = Links.makeLink(yield* pageOf(found.id))
  return { scaRedirect, scaStatus, ...(needsConfirmation === true && { confirmation: scaStatus }) }
})
