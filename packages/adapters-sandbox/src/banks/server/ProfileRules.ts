/** The deviations from the standard that a simulated bank can enforce. Tests cover each one with at least one bank. */
import * as UnattendedReadings from "@sheaf/domain/UnattendedReadings"
import type { BankProfile } from "@sheaf/ports"
import { Clock, Effect } from "effect"
import { Headers } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import { dayMillis } from "@sheaf/domain/CalendarDate"
import { dayOf } from "../ConsentRecord.ts"
import { AuthorizationStore } from "../oauth/AuthorizationStore.ts"
import * as ConsentTokens from "../oauth/ConsentTokens.ts"
import type { MessageCode } from "../protocol/TppMessage.ts"

type Profile = BankProfile.ResolvedProfile

type SentHeaders = Readonly<Record<string, string | undefined>>

const queryOf = (target: string): URLSearchParams => new URLSearchParams(target.split("?", 2)[1] ?? "")

/**
 * Returns true if a value matches a template. Placeholders match any string, because the bank does not know its
 * clients' ids.
 */
const fits = (template: string, value: string | null | undefined): boolean => {
  const parts = template.split(/\{\w+\}/).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  return value !== null && value !== undefined && new RegExp(`^${parts.join(".+")}$`).test(value)
}

export const headerNamesOf = ({ headers }: Profile): ReadonlyArray<string> =>
  Object.keys(headers).map((name) => name.toLowerCase())

/** Banks that store no consents identify the agreement by the access token. */
export const headersOf = ({ consent }: Profile, headers: Headers.Headers): Headers.Headers => {
  const [, token] = /^bearer +(\S+)$/i.exec(headers["authorization"] ?? "") ?? []
  return consent === "TOKEN" && token !== undefined
    ? Headers.set(headers, "consent-id", ConsentTokens.consentIdOf(token))
    : headers
}

export const prefersOAuth = ({ approaches }: Profile): boolean =>
  approaches.includes("OAUTH") && !approaches.includes("REDIRECT")

export const withoutQuery = ({ query }: Profile, target: string): string => {
  const [path = ""] = target.split("?", 1)
  const left = queryOf(target)
  for (const name of Object.keys(query)) left.delete(name)
  return left.size === 0 ? path : `${path}?${left}`
}

/** Returns true if a request has the PSU headers that the profile requires while the person is present. */
const describesPerson = ({ psuHeaders, psuIdType }: Profile, headers: SentHeaders): boolean => {
  const isAttended = headers["psu-ip-address"] !== undefined
  const hasAll = psuHeaders.every((name) => headers[name.toLowerCase()] !== undefined)
  const isIdOfType = psuIdType === undefined || headers["psu-id"] === undefined || headers["psu-id-type"] === psuIdType
  return (!isAttended || hasAll) && isIdOfType
}

const hasApproach = ({ approaches }: Profile, headers: SentHeaders): boolean => {
  if (headers["tpp-decoupled-preferred"] === "true") return approaches.includes("DECOUPLED")
  if (headers["tpp-redirect-preferred"] === "true") return approaches.some((approach) => approach !== "DECOUPLED")
  return true
}

/** Accepts the person's token or, before there is one, the provider's own token. */
const hasToken = Effect.fnUntraced(function* ({ authentication }: Profile, headers: SentHeaders) {
  if (authentication.grant !== "client_credentials") return true
  const [, token = ""] = /^bearer +(\S+)$/i.exec(headers["authorization"] ?? "") ?? []
  return token.includes(".") || (yield* (yield* AuthorizationStore).isApplicationToken(token))
})

/** Returns the message code if a request violates the profile, and nothing otherwise. */
export const profileViolationOf = Effect.fnUntraced(function* (
  profile: Profile,
  target: string,
  headers: SentHeaders
): Effect.fn.Return<MessageCode | undefined, never, AuthorizationStore> {
  if (!(yield* hasToken(profile, headers))) return "TOKEN_UNKNOWN"
  const parameters = queryOf(target)
  const hasQuery = Object.entries(profile.query ?? {}).every(([name, text]) => fits(text, parameters.get(name)))
  const hasHeaders = Object.entries(profile.headers ?? {}).every(([name, text]) =>
    fits(text, headers[name.toLowerCase()])
  )
  if (!hasQuery || !hasHeaders || !describesPerson(profile, headers)) return "FORMAT_ERROR"
  return hasApproach(profile, headers) ? undefined : "PARAMETER_NOT_SUPPORTED"
})

/** The terms that apply if a request specifies nothing except that the consent covers all accounts. */
const wholeTerms = (now: number) => ({
  access: { allPsd2: "allAccounts" },
  recurringIndicator: true,
  validUntil: dayOf(now + wholeDays * dayMillis),
  frequencyPerDay: UnattendedReadings.defaultPerDay,
  combinedServiceIndicator: false
})

/** A consent to all accounts is valid for this many days. */
const wholeDays = 30

export const toStandardRequest = Effect.fnUntraced(function* (
  { globalAccess }: Profile,
  request: HttpServerRequest.HttpServerRequest
) {
  if (globalAccess !== "ALL_ACCOUNTS" || request.method !== "POST") return request
  const text = yield* Effect.orElseSucceed(request.text, () => "")
  if (!/^\{"access":"ALL_ACCOUNTS"\}$/.test(text)) return request
  const terms = wholeTerms(yield* Clock.currentTimeMillis)
  const changed: HttpServerRequest.HttpServerRequest = Object.create(request, {
    text: { value: Effect.succeed(JSON.stringify(terms)) },
    json: { value: Effect.succeed(terms) }
  })
  return changed
})
