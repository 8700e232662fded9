/**
 * Decoupled authorizations: the person authorizes the consent in the bank's app. Some banks first ask by which method, and
 * many state what opens their app (NextGenPSD2 1.3.11, decoupled approach).
 */
import { autostartInformation } from "@sheaf/domain/ExtraInformation"
import type { ExtraInformation } from "@sheaf/domain/ExtraInformation"
import type { UserInput } from "@sheaf/domain/SupplementInfo"
import type {
  AuthorizationAnswer,
  AuthorizationQuestion,
  BankProfile,
  DecoupledAuthorization,
  PsuContext,
  ScaChallenge
} from "@sheaf/ports"
import { Clock, Effect, Redacted } from "effect"
import * as BankCallError from "./wire/BankCallError.ts"
import type { BankHttpClient } from "./wire/BankHttpClient.ts"
import * as BankWire from "./wire/BankWire.ts"
import * as ChallengeMapping from "./wire/ChallengeMapping.ts"
import { consentPathOf, isId } from "./wire/ConsentPath.ts"
import { readMember, readText } from "./wire/LenientDecoding.ts"

/** A bank at which people authorize consents in its app. */
export interface DecoupledBank {
  readonly client: BankHttpClient
  readonly profile: Pick<BankProfile.ResolvedProfile, "psuIdType" | "scaMethods">
}

/** Returns the fields that name the person. */
export const psuHeadersOf = (
  { psuIdType }: Pick<BankProfile.ResolvedProfile, "psuIdType">,
  personalNumber: Redacted.Redacted
) => ({
  "psu-id": Redacted.value(personalNumber),
  "psu-id-type": psuIdType
})

/** Returns the challenge as clients show it. */
export const challengeInformationOf = ({
  autoStartToken,
  image,
  information,
  qrText
}: ScaChallenge): ExtraInformation => ({
  ...(autoStartToken !== undefined && autostartInformation(autoStartToken)),
  ...(qrText !== undefined && { QR_TEXT: qrText }),
  ...(image !== undefined && { AUTHENTICATION_IMAGE: image }),
  ...(information !== undefined && { AUTHENTICATION_INFORMATION: information })
})

const attendanceFields = ({ psuIpAddress, psuUserAgent }: PsuContext) => ({
  "psu-ip-address": psuIpAddress,
  "psu-user-agent": psuUserAgent
})

const startedWith = (challenge: ScaChallenge | undefined): DecoupledAuthorization => ({
  _tag: "Started",
  ...(challenge !== undefined && { challenge })
})

const authorizationPathOf = (client: BankHttpClient, id: string, authorizationId: string): string =>
  consentPathOf(client, id, `/authorisations/${encodeURIComponent(authorizationId)}`)

/** The authentication types whose code the person enters here, instead of in the bank's app. */
const codeTypes: ReadonlyArray<string> = ["SMS_OTP", "SMTP_OTP", "CHIP_OTP", "PHOTO_OTP"]

type Progress = typeof BankWire.WireDecoupledAuthorisation.Type

/** Returns true if the bank waits for a code: it has chosen or accepted a method with one. */
const waitsForCode = ({ challengeData, chosenScaMethod, scaStatus }: Progress): boolean => {
  const type = readText(readMember(chosenScaMethod, "authenticationType")) ?? ""
  const isEntered = codeTypes.includes(type) || readText(readMember(challengeData, "otpFormat")) !== undefined
  return scaStatus === "scaMethodSelected" && isEntered
}

/** Returns what an authorization waits for, or nothing if it waits for the bank's app. */
const questionIn = (
  progress: Progress,
  authorizationId: string,
  types: ReadonlyArray<string> | undefined
): AuthorizationQuestion | undefined => {
  if (!isId(authorizationId)) return undefined
  if (waitsForCode(progress)) {
    const { information } = ChallengeMapping.challengeOf(progress) ?? {}
    const isNumber = readText(readMember(progress.challengeData, "otpFormat")) === "integer"
    return {
      _tag: "Code",
      authorizationId,
      responseType: isNumber ? "NUMBER_CODE" : "NONE",
      ...(information !== undefined && { information })
    }
  }
  const [first, ...others] = ChallengeMapping.methodsOf(progress.scaMethods, types)
  return first === undefined ? undefined : { _tag: "Choice", authorizationId, methods: [first, ...others] }
}

/** Returns the answer in what a person entered, or nothing if it answers another question. */
export const answerIn = (input: UserInput, authorizationId: string): AuthorizationAnswer | undefined => {
  if (input.type === "TWO_FACTOR_CHOICE") return { authorizationId, methodId: input.methodId }
  return input.type === "TWO_FACTOR_CODE" ? { authorizationId, code: Redacted.make(input.value) } : undefined
}

/** Answers what the authorization waits for. */
export const answer = Effect.fnUntraced(function* (
  client: BankHttpClient,
  id: string,
  given: AuthorizationAnswer,
  key: string,
  attendance: PsuContext
) {
  const { authorizationId } = given
  const next = yield* client.sendAndDecode(BankWire.WireDecoupledAuthorisation, {
    method: "PUT",
    path: authorizationPathOf(client, id, authorizationId),
    fields: attendanceFields(attendance),
    body:
      "methodId" in given
        ? { authenticationMethodId: given.methodId }
        : { scaAuthenticationData: Redacted.value(given.code) },
    key
  })
  // Without a code, the consent's status tells that the person refused.
  if ("code" in given && next.scaStatus === "failed")
    return yield* new BankCallError.BankStatusError({ status: 401, code: "SCA_INVALID" })
  const question = waitsForCode(next) ? questionIn(next, authorizationId, undefined) : undefined
  return question ?? startedWith(ChallengeMapping.challengeOf(next))
})

/** Starts the bank's decoupled authorization, unless an earlier request has. */
export const start = Effect.fnUntraced(function* (
  { client, profile }: DecoupledBank,
  id: string,
  personalNumber: Redacted.Redacted,
  key: string,
  attendance: PsuContext
) {
  const path = consentPathOf(client, id, "/authorisations")
  // Repeated authorizations would ask the person again, also at banks that ignore repeated keys.
  const { authorisationIds } = yield* client.sendAndDecode(BankWire.WireAuthorisations, { method: "GET", path })
  if (authorisationIds.length > 0) return startedWith(undefined)
  const begun = yield* client.sendAndDecode(BankWire.WireDecoupledAuthorisation, {
    method: "POST",
    path,
    fields: { ...psuHeadersOf(profile, personalNumber), ...attendanceFields(attendance) },
    body: {},
    key
  })
  const question = questionIn(begun, readText(begun.authorisationId) ?? "", profile.scaMethods?.types)
  if (question === undefined) return startedWith(ChallengeMapping.challengeOf(begun))
  const choice = onlyChoiceOf(question, profile)
  return choice === undefined ? question : yield* answer(client, id, choice, `${key}/method`, attendance)
})

/** Returns the answer to a question that nobody needs to ask: one method, or a profile by which Sheaf chooses. */
const onlyChoiceOf = (
  question: AuthorizationQuestion,
  { scaMethods }: DecoupledBank["profile"]
): AuthorizationAnswer | undefined => {
  if (question._tag === "Code") return undefined
  const { authorizationId, methods } = question
  const isDecided = methods.length === 1 || scaMethods?.choice === "FIRST"
  return isDecided ? { authorizationId, methodId: methods[0].id } : undefined
}

/** The largest number of a consent's authorizations that Sheaf checks for failure. */
const maxAuthorizations = 4

/** The longest duration of this check. It must not use up the time for the consent's status. */
const authorizationsPatience = "5 seconds"

/** The pause before Sheaf asks a bank again that does not list authorizations, in milliseconds. */
const notOfferedMillis = 86_400_000

/** What a consent's authorizations tell. */
export interface AuthorizationProgress {
  /** True if all have failed, so that the consent can no longer become valid. */
  readonly hasFailed?: boolean
  /** What the newest one needs from the person. */
  readonly challenge?: ScaChallenge
  /** What the newest one waits for. */
  readonly question?: AuthorizationQuestion
}

const unknown: AuthorizationProgress = {}

/** Returns the function that asks about a consent's authorizations. Without a usable response, it tells nothing. */
export const makeProgressReader = (client: BankHttpClient, types: ReadonlyArray<string> | undefined) => {
  /** The time from which Sheaf asks for authorizations, in milliseconds since 1970. */
  let authorizationsFrom = 0

  return Effect.fnUntraced(
    function* (id: string, fields: Readonly<Record<string, string>>) {
      const now = yield* Clock.currentTimeMillis
      if (now < authorizationsFrom) return unknown
      const path = consentPathOf(client, id, "/authorisations")
      const { authorisationIds } = yield* client
        .sendAndDecode(BankWire.WireAuthorisations, { method: "GET", path, fields })
        .pipe(
          Effect.tapError((fault) =>
            Effect.sync(() => {
              const isOffered = fault._tag !== "BankStatusError" || !BankCallError.isUnsupportedResource(fault)
              if (!isOffered) authorizationsFrom = now + notOfferedMillis
            })
          )
        )
      const { length } = authorisationIds
      if (length === 0 || length > maxAuthorizations || !authorisationIds.every(isId)) return unknown
      for (const authorisationId of authorisationIds.toReversed()) {
        const one = { method: "GET", path: authorizationPathOf(client, id, authorisationId), fields } as const
        const found = yield* client.sendAndDecode(BankWire.WireDecoupledAuthorisation, one)
        const challenge = ChallengeMapping.challengeOf(found)
        // Before the person has logged in at the bank, the start of the authorization has already asked.
        const isAsking = found.scaStatus === "psuAuthenticated" || found.scaStatus === "scaMethodSelected"
        const question = isAsking ? questionIn(found, authorisationId, types) : undefined
        const open: AuthorizationProgress = {
          ...(challenge !== undefined && { challenge }),
          ...(question !== undefined && { question })
        }
        if (found.scaStatus !== "failed") return open
      }
      const failed: AuthorizationProgress = { hasFailed: true }
      return failed
    },
    Effect.timeoutOrElse({ duration: authorizationsPatience, orElse: () => Effect.succeed(unknown) }),
    Effect.catch(() => Effect.succeed(unknown))
  )
}
