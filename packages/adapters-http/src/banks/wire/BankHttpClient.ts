/** Sends requests to a bank (NextGenPSD2 1.3.11), and validates its responses. */
import { dayMillis } from "@sheaf/domain/CalendarDate"
import { BankProfile } from "@sheaf/ports"
import { Clock, Effect, Option, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import { hash, randomUUID } from "node:crypto"
import type { OutboundClient, OutboundResponse } from "../../outbound/OutboundClient.ts"
import { OutboundError } from "../../outbound/OutboundError.ts"
import * as RetryAfter from "../../outbound/RetryAfter.ts"
import { stetDialect } from "./StetDialect.ts"
import { BankStatusError } from "./BankCallError.ts"
import type { AttemptedBankCallError } from "./BankCallError.ts"
import * as BankWire from "./BankWire.ts"
import { decompressed } from "./ContentEncoding.ts"
import { readText } from "./LenientDecoding.ts"
import type { UnsignedRequest } from "./RequestSignature.ts"
import * as ScaUrl from "./ScaUrl.ts"

/** Header field names are in lower case. Fields without a value are omitted. */
export interface BankRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE"
  /** Made by {@link BankHttpClient.pathOf} or {@link BankHttpClient.linkOf}. */
  readonly path: string
  readonly fields?: Readonly<Record<string, string | undefined>>
  readonly body?: object
  /** Identifies a request that must take effect only once. Retries send the same X-Request-ID. */
  readonly key?: string
}

/** Placeholder values that are the same in every call. */
export type TemplateValues = Readonly<Partial<Record<BankProfile.Placeholder, string>>>

export interface ApplicationToken {
  /** If the bank rejects an old token, obtains a new one and repeats the call. */
  readonly use: <A>(
    call: (authorization: string) => Effect.Effect<A, AttemptedBankCallError>
  ) => Effect.Effect<A, AttemptedBankCallError>
}

export interface BankConnection {
  readonly client: OutboundClient
  readonly profile: BankProfile.ResolvedProfile
  readonly values?: TemplateValues
  readonly applicationToken?: ApplicationToken
  /** The base URL of the API, with a trailing slash. */
  readonly base: URL
  readonly sign?: (request: UnsignedRequest) => Readonly<Record<string, string>>
}

export interface BankHttpClient {
  readonly pathOf: (resource: string) => string
  readonly linkOf: (href: string) => string
  /** Sends a request. Fails with {@link BankStatusError} unless the status is 2xx. */
  readonly send: (request: BankRequest) => Effect.Effect<OutboundResponse, AttemptedBankCallError>
  /** Sends a request and decodes the response. Members that are `null` count as absent. */
  readonly sendAndDecode: <S extends Schema.Decoder<unknown>>(
    schema: S,
    request: BankRequest
  ) => Effect.Effect<S["Type"], AttemptedBankCallError>
  readonly decode: <S extends Schema.Decoder<unknown>>(
    schema: S,
    response: OutboundResponse
  ) => Effect.Effect<S["Type"], OutboundError>
}

/** Derives the X-Request-ID from a key, as a UUID that does not reveal the key. */
const requestIdOf = (key: string): string => {
  const digits = hash("sha256", `request to a bank ${key}`, "hex")
  const variant = "89ab"[Number.parseInt(digits.slice(16, 17), 16) % 4] ?? "8"
  const parts = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `${variant}${digits.slice(17, 20)}`
  ]
  return [...parts, digits.slice(20, 32)].join("-")
}

/** Removes `null` members and entries in place, because a copy would double the memory use. */
const withoutNull = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) {
    let kept = 0
    for (const each of value) {
      if (each === null) continue
      withoutNull(each)
      value[kept++] = each
    }
    value.length = kept
    return value
  }
  for (const [name, member] of Object.entries(value)) {
    if (member === null) Reflect.deleteProperty(value, name)
    else withoutNull(member)
  }
  return value
}

/**
 * Returns the pause before the next call, in milliseconds. If a consent's daily readings are used up, the pause lasts
 * until the next UTC day, unless the bank requests a different pause.
 */
const pauseOf = ({ headers, status }: OutboundResponse, code: string | undefined, now: number) => {
  const isExceeded = status === 429 && code === "ACCESS_EXCEEDED"
  return RetryAfter.millisOf(headers, now) ?? (isExceeded ? dayMillis - (now % dayMillis) : undefined)
}

/**
 * The format of NextGenPSD2's error codes. Sheaf drops any other text, because it could be about a person. An IBAN, for
 * example, has too many digits in a row to match.
 */
const codePattern = /^(?!.*\d{7})[A-Z][A-Z0-9_]{2,59}$/

const decodeMessages = Schema.decodeUnknownOption(BankWire.WireErrorResponse)

/**
 * Returns the first of an error's codes and texts that the profile recognizes. If it recognizes none, returns the first
 * one that has the form of a code.
 */
const codeOf = (body: unknown, errors: BankProfile.ResolvedProfile["errors"]): string | undefined => {
  const nothing: typeof BankWire.WireErrorResponse.Type = {}
  const { code, error, message, tppMessages = [] } = Option.getOrElse(decodeMessages(withoutNull(body)), () => nothing)
  const stated = tppMessages.filter(({ category }) => category !== "WARNING")
  const texts = [...stated.flatMap((each) => [each.code, each.text]), code, error, message]
    .map(readText)
    .filter((text) => text !== undefined)
  return texts.find((text) => Object.hasOwn(errors, text)) ?? texts.find((text) => codePattern.test(text))
}

/** Percent-encodes `%` and everything that is not printable ASCII, for use in a header. */
const headerText = (text: string): string =>
  text.toWellFormed().replace(/[^ -$&-~]+/g, (part) => encodeURIComponent(part))

interface Dialect {
  readonly accept: string
  readonly translate: (json: unknown) => unknown
  readonly targetOf: (path: string) => string
  readonly nothing?: unknown
}

const plain: Dialect = { accept: "application/json", translate: (json) => json, targetOf: (path) => path }

const dialectOf = ({ protocol }: BankProfile.ResolvedProfile): Dialect => (protocol === "stet" ? stetDialect : plain)

const personDefaults: Readonly<Record<string, string>> = {
  "psu-accept": "*/*",
  "psu-accept-language": "en",
  "psu-user-agent": "Sheaf"
}

/**
 * Returns defaults for the PSU header fields that the profile requires while the PSU is present, except fields that the
 * request already has.
 */
const missingPersonFields = (
  { psuHeaders }: BankProfile.ResolvedProfile,
  { fields = {}, method }: BankRequest
): Readonly<Record<string, string>> => {
  if (fields["psu-ip-address"] === undefined) return {}
  const values = { ...personDefaults, "psu-http-method": method }
  const names = psuHeaders.map((name) => name.toLowerCase()).filter((name) => fields[name] === undefined)
  return Object.fromEntries(names.flatMap((name) => Object.entries(values).filter(([each]) => each === name)))
}

/** Adds the query parameters that every call needs. Parameters that a link already has take precedence. */
const withQuery = (path: string, query: Readonly<Record<string, string>>): string => {
  const [before = "", ...rest] = path.split("?")
  const after = rest.join("?")
  const given = new URLSearchParams(after)
  const added = Object.entries(query).filter(([name]) => !given.has(name))
  if (added.length === 0) return path
  const more = new URLSearchParams(added).toString()
  return `${before}?${after === "" ? more : `${after}&${more}`}`
}

const filledIn = (templates: Readonly<Record<string, string>>, values: TemplateValues) =>
  Object.fromEntries(Object.entries(templates).map(([name, text]) => [name, BankProfile.fillTemplate(text, values)]))

/**
 * Returns a request's target and its header fields before signing. Sheaf's own fields take precedence over the
 * profile's.
 */
const addressed = ({ profile, values }: BankConnection, given: BankRequest, now: number) => {
  const { fields = {}, key, path } = given
  const requestId = key === undefined ? randomUUID() : requestIdOf(key)
  const consentId = fields["consent-id"]
  const filling = { ...values, requestId, ...(consentId !== undefined && { consentId }) }
  const dialect = dialectOf(profile)
  const own: Record<string, string> = {
    accept: dialect.accept,
    "accept-encoding": "identity",
    date: new Date(now).toUTCString(),
    "x-request-id": requestId,
    ...missingPersonFields(profile, given)
  }
  for (const [name, value] of Object.entries(filledIn(profile.headers, filling))) own[name.toLowerCase()] = value
  for (const [name, value] of Object.entries(fields)) if (value !== undefined) own[name] = headerText(value)
  return { own, target: withQuery(dialect.targetOf(path), filledIn(profile.query, filling)) }
}

export const make = (connection: BankConnection): BankHttpClient => {
  const { applicationToken, base, client, profile, sign } = connection
  const { pathPrefix } = profile
  const malformed = new OutboundError({ reason: "MALFORMED", origin: base.origin })

  const rejectionOf = Effect.fnUntraced(function* (response: OutboundResponse) {
    const body = yield* Effect.option(client.decode(Schema.Unknown, response))
    const code = codeOf(Option.getOrUndefined(body), profile.errors)
    const meaning = code === undefined ? undefined : profile.errors[code]
    const retryAfterMillis = pauseOf(response, code, yield* Clock.currentTimeMillis)
    return yield* new BankStatusError({
      status: response.status,
      ...(code !== undefined && { code }),
      ...(meaning !== undefined && { meaning }),
      ...(retryAfterMillis !== undefined && { retryAfterMillis })
    })
  })

  const sendOnce = Effect.fnUntraced(function* (given: BankRequest) {
    const { body, method } = given
    const bytes = new TextEncoder().encode(body === undefined ? "" : JSON.stringify(body))
    const { own, target } = addressed(connection, given, yield* Clock.currentTimeMillis)
    const url = URL.parse(target, base.href)
    if (url === null) return yield* malformed
    const request = HttpClientRequest.make(method)(target).pipe(
      body === undefined ? (same) => same : HttpClientRequest.bodyUint8Array(bytes, "application/json"),
      HttpClientRequest.setHeaders({
        ...own,
        ...sign?.({ body: bytes, fields: own, method, target: `${url.pathname}${url.search}` })
      })
    )
    const response = yield* decompressed(yield* client.send(request), base.origin)
    return response.status >= 200 && response.status < 300 ? response : yield* rejectionOf(response)
  })

  const send: BankHttpClient["send"] = (request) =>
    applicationToken === undefined || request.fields?.["authorization"] !== undefined
      ? sendOnce(request)
      : applicationToken.use((authorization) => sendOnce({ ...request, fields: { ...request.fields, authorization } }))

  // Drops the schema error, because it can quote the response.
  const decodeValue = <S extends Schema.Decoder<unknown>>(schema: S, value: unknown) =>
    Effect.mapError(Schema.decodeUnknownEffect(schema)(value), () => malformed)

  const decode: BankHttpClient["decode"] = Effect.fnUntraced(function* (schema, response) {
    const { nothing, translate } = dialectOf(profile)
    if (response.status === 204 && nothing !== undefined) return yield* decodeValue(schema, nothing)
    const json = withoutNull(yield* client.decode(Schema.Unknown, response))
    return yield* decodeValue(schema, translate(json))
  })

  return {
    pathOf: (resource) => BankProfile.pathOf(profile, resource),
    linkOf: (href) => ScaUrl.normalizeLink(href, base, pathPrefix),
    send,
    sendAndDecode: (schema, request) => Effect.flatMap(send(request), (response) => decode(schema, response)),
    decode
  }
}
