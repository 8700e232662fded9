/**
 * Decoupled authorization (NextGenPSD2 1.3.11): the person authorizes the consent in the bank's app. Some banks first
 * ask for a method, and many return data that opens the app.
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

export interface DecoupledBank {
  readonly client: BankHttpClient
  readonly profile: Pick<BankProfile.ResolvedProfile, "psuIdType" | "scaMethods">
}

export const psuHeadersOf = (
  { psuIdType }: Pick<BankProfile.ResolvedProfile, "psuIdType">,
  personalNumber: Redacted.Redacted
) => ({
  "psu-id": Redacted.value(personalNumber),
  "psu-id-type": psuIdType
})

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

/** With these methods, the person enters a code in Sheaf instead of acting in the bank's app. */
const codeTypes: ReadonlyArray<string> = ["SMS_OTP", "SMTP_OTP", "CHIP_OTP", "PHOTO_OTP"]

type Progress = typeof BankWire.WireDecoupledAuthorisation.Type

/** In these statuses, the person has nothing left to do. */
const finishedStatuses: ReadonlyArray<unknown> = ["finalised", "exempted"]

/** In these statuses, a method has been chosen or none is needed. */
const chosenStatuses: ReadonlyArray<unknown> = [...finishedStatuses, "scaMethodSelected", "unconfirmed", "failed"]

const hasMethod = ({ chosenScaMethod, scaStatus }: Progress): boolean =>
  chosenScaMethod !== undefined || chosenStatuses.includes(scaStatus)

const fetchProgress = (
  client: BankHttpClient,
  id: string,
  authorizationId: string,
  fields: Readonly<Record<string, string>> = {}
) =>
  client.sendAndDecode(BankWire.WireDecoupledAuthorisation, {
    method: "GET",
    path: authorizationPathOf(client, id, authorizationId),
    fields
  })

const waitsForCode = ({ challengeData, chosenScaMethod, scaStatus }: Progress): boolean => {
  const type = readText(readMember(chosenScaMethod, "authenticationType")) ?? ""
  const isEntered = codeTypes.includes(type) || readText(readMember(challengeData, "otpFormat")) !== undefined
  return scaStatus === "scaMethodSelected" && isEntered
}

/** Returns the question for the person, or `undefined` if the person must act in the bank's app. */
const questionIn = (
  progress: Progress,
  authorizationId: string,
  offered: DecoupledBank["profile"]["scaMethods"]
): AuthorizationQuestion | undefined => {
  if (!isId(authorizationId)) return undefined
  if (waitsForCode(progress)) {
    const { image, information } = ChallengeMapping.challengeOf(progress) ?? {}
    const isNumber = readText(readMember(progress.challengeData, "otpFormat")) === "integer"
    return {
      _tag: "Code",
      authorizationId,
      responseType: isNumber ? "NUMBER_CODE" : "NONE",
      ...(information !== undefined && { information }),
      ...(image !== undefined && { image })
    }
  }
  const [first, ...others] = ChallengeMapping.methodsOf(progress.scaMethods, offered?.types)
  if (first === undefined || hasMethod(progress)) return undefined
  return { _tag: "Choice", authorizationId, methods: offered?.choice === "FIRST" ? [first] : [first, ...others] }
}

export const answerIn = (input: UserInput, authorizationId: string): AuthorizationAnswer | undefined => {
  if (input.type === "TWO_FACTOR_CHOICE") return { authorizationId, methodId: input.methodId }
  return input.type === "TWO_FACTOR_CODE" ? { authorizationId, code: Redacted.make(input.value) } : undefined
}

/**
 * Handles a rejected answer. If the authorization shows that the bank had already accepted the answer, returns the
 * authorization's progress. Otherwise fails with the rejection.
 */
const progressAfter = Effect.fnUntraced(function* (
  client: BankHttpClient,
  id: string,
  given: AuthorizationAnswer,
  rejection: BankCallError.BankStatusError
) {
  if (rejection.status >= 500 || rejection.status === 429) return yield* rejection
  const found = yield* Effect.catchIf(
    fetchProgress(client, id, given.authorizationId),
    (fault) => fault._tag === "BankStatusError" && fault.status < 500,
    () => rejection
  )
  const isTaken = "code" in given ? finishedStatuses.includes(found.scaStatus) : hasMethod(found)
  return isTaken && found.scaStatus !== "failed" ? found : yield* rejection
})

/** Returns the ids of a consent's authorizations, oldest first, or none if the bank does not list them. */
const listedIds = (client: BankHttpClient, id: string) =>
  Effect.map(
    Effect.catchIf(
      client.sendAndDecode(BankWire.WireAuthorisations, {
        method: "GET",
        path: consentPathOf(client, id, "/authorisations")
      }),
      (fault) => fault._tag === "BankStatusError" && BankCallError.isUnsupportedResource(fault),
      () => Effect.succeed({ authorisationIds: [] })
    ),
    ({ authorisationIds }) => authorisationIds
  )

export const answer = Effect.fnUntraced(function* (
  client: BankHttpClient,
  id: string,
  given: AuthorizationAnswer,
  key: string,
  attendance: PsuContext
) {
  const { authorizationId } = given
  const sent = client.sendAndDecode(BankWire.WireDecoupledAuthorisation, {
    method: "PUT",
    path: authorizationPathOf(client, id, authorizationId),
    fields: attendanceFields(attendance),
    body:
      "methodId" in given
        ? { authenticationMethodId: given.methodId }
        : { scaAuthenticationData: Redacted.value(given.code) },
    key
  })
  const next = yield* Effect.catchTag(sent, "BankStatusError", (rejection) =>
    progressAfter(client, id, given, rejection)
  )
  // If a code was sent, `failed` means that it was wrong. Otherwise the person refused, and the consent's status shows
  // that.
  if ("code" in given && next.scaStatus === "failed")
    return yield* new BankCallError.BankStatusError({ status: 401, code: "SCA_INVALID" })
  const question = waitsForCode(next) ? questionIn(next, authorizationId, undefined) : undefined
  return question ?? startedWith(ChallengeMapping.challengeOf(next))
})

/**
 * Reads the progress of an authorization whose first response was lost. Returns an empty object if the bank does not
 * report it.
 */
const resumed = (client: BankHttpClient, id: string, authorizationId: string) => {
  const nothing: Progress = {}
  if (!isId(authorizationId)) return Effect.succeed(nothing)
  return Effect.catchIf(
    fetchProgress(client, id, authorizationId),
    (fault) => fault._tag === "BankStatusError" && BankCallError.isUnsupportedResource(fault),
    () => Effect.succeed(nothing)
  )
}

/** Starts the decoupled authorization, or resumes one that an earlier request started. */
export const start = Effect.fnUntraced(function* (
  { client, profile }: DecoupledBank,
  id: string,
  personalNumber: Redacted.Redacted,
  key: string,
  attendance: PsuContext
) {
  const path = consentPathOf(client, id, "/authorisations")
  // Looks for an earlier authorization first. A second one would prompt the person again, even at banks that claim to
  // recognize a repeated request.
  const earlier = (yield* listedIds(client, id)).at(-1)
  const begun =
    earlier === undefined
      ? yield* client.sendAndDecode(BankWire.WireDecoupledAuthorisation, {
          method: "POST",
          path,
          fields: { ...psuHeadersOf(profile, personalNumber), ...attendanceFields(attendance) },
          body: {},
          key
        })
      : yield* resumed(client, id, earlier)
  const question = questionIn(begun, earlier ?? readText(begun.authorisationId) ?? "", profile.scaMethods)
  if (question === undefined) return startedWith(ChallengeMapping.challengeOf(begun))
  const choice = onlyChoiceOf(question)
  return choice === undefined ? question : yield* answer(client, id, choice, `${key}/method`, attendance)
})

export const onlyChoiceOf = (question: AuthorizationQuestion): AuthorizationAnswer | undefined => {
  if (question._tag === "Code" || question.methods.length > 1) return undefined
  const { authorizationId, methods } = question
  return { authorizationId, methodId: methods[0].id }
}

const maxAuthorizations = 4

/** Short enough to leave time for reading the consent's status. */
const authorizationsPatience = "5 seconds"

/** How long to remember that a bank does not list authorizations, in milliseconds. */
const notOfferedMillis = 86_400_000

export interface AuthorizationProgress {
  /** True if every authorization has failed and the consent can never become valid. */
  readonly hasFailed?: boolean
  readonly challenge?: ScaChallenge
  readonly question?: AuthorizationQuestion
}

const unknown: AuthorizationProgress = {}

/**
 * Returns a function that asks the bank about a consent's authorizations. If the bank does not respond in time or the
 * response is unusable, the function reports nothing.
 */
export const makeProgressReader = ({ client, profile }: DecoupledBank) => {
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
        const found = yield* fetchProgress(client, id, authorisationId, fields)
        const challenge = ChallengeMapping.challengeOf(found)
        // The bank has nothing to ask until the person has logged in.
        const isAsking = found.scaStatus === "psuAuthenticated" || found.scaStatus === "scaMethodSelected"
        const question = isAsking ? questionIn(found, authorisationId, profile.scaMethods) : undefined
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
