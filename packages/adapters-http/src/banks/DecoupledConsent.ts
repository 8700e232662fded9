/**
 * Decoupled authorizations: the person authorizes the consent in the bank's app. Some banks first ask by which method, and
 * many state what opens their app (NextGenPSD2 1.3.11, decoupled approach).
 */
import type { ExtraInformation } from "@sheaf/domain/ExtraInformation"
import type { BankProfile, DecoupledAuthorization, PsuContext, ScaChallenge } from "@sheaf/ports"
import { Clock, Effect, Redacted } from "effect"
import * as BankCallError from "./wire/BankCallError.ts"
import type { BankHttpClient } from "./wire/BankHttpClient.ts"
import * as BankWire from "./wire/BankWire.ts"
import * as ChallengeMapping from "./wire/ChallengeMapping.ts"
import { consentPathOf, isId } from "./wire/ConsentPath.ts"
import { textOf } from "./wire/LenientDecoding.ts"

type Methods = BankProfile.BankProfile["scaMethods"]

/** A bank at which people authorize consents in its app. */
export interface DecoupledBank {
  readonly client: BankHttpClient
  readonly psuIdType: string | undefined
  readonly methods: Methods
}

/** Returns the fields that name the person. */
export const personFields = (psuIdType: string | undefined, personalNumber: Redacted.Redacted) => ({
  "psu-id": Redacted.value(personalNumber),
  "psu-id-type": psuIdType
})

/** Returns the challenge as clients show it. */
export const shownOf = ({ autoStartToken, image, information, qrText }: ScaChallenge): ExtraInformation => ({
  ...(autoStartToken !== undefined && { SWEDISH_MOBILE_EID_AUTOSTART_TOKEN: autoStartToken }),
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

/** Chooses a method, unless the authorization waits for none. */
export const choose = Effect.fnUntraced(function* (
  client: BankHttpClient,
  id: string,
  { authorizationId, methodId }: { readonly authorizationId: string; readonly methodId: string },
  key: string,
  attendance: PsuContext
) {
  const chosen = yield* client.sendAndDecode(BankWire.WireDecoupledAuthorisation, {
    method: "PUT",
    path: authorizationPathOf(client, id, authorizationId),
    fields: attendanceFields(attendance),
    body: { authenticationMethodId: methodId },
    key
  })
  return startedWith(ChallengeMapping.challengeOf(chosen))
})

/** Starts the bank's decoupled authorization, unless an earlier request has. */
export const start = Effect.fnUntraced(function* (
  { client, methods, psuIdType }: DecoupledBank,
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
    fields: { ...personFields(psuIdType, personalNumber), ...attendanceFields(attendance) },
    body: {},
    key
  })
  const [first, ...others] = ChallengeMapping.methodsOf(begun.scaMethods, methods?.types)
  const authorizationId = textOf(begun.authorisationId) ?? ""
  if (first === undefined || !isId(authorizationId)) return startedWith(ChallengeMapping.challengeOf(begun))
  if (others.length > 0 && methods?.choice !== "FIRST") {
    const choice: DecoupledAuthorization = { _tag: "Choice", authorizationId, methods: [first, ...others] }
    return choice
  }
  return yield* choose(client, id, { authorizationId, methodId: first.id }, `${key}/method`, attendance)
})

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
}

const unknown: AuthorizationProgress = {}

/** Returns the function that asks about a consent's authorizations. Without a usable response, it tells nothing. */
export const progressOf = (client: BankHttpClient) => {
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
        const found = yield* client.sendAndDecode(BankWire.WireScaStatus, one)
        const challenge = ChallengeMapping.challengeOf(found)
        const open: AuthorizationProgress = challenge === undefined ? {} : { challenge }
        if (found.scaStatus !== "failed") return open
      }
      const failed: AuthorizationProgress = { hasFailed: true }
      return failed
    },
    Effect.timeoutOrElse({ duration: authorizationsPatience, orElse: () => Effect.succeed(unknown) }),
    Effect.catch(() => Effect.succeed(unknown))
  )
}
