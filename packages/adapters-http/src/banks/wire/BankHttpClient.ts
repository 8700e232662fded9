/** Requests to a bank (NextGenPSD2 1.3.11), and its responses as checked values. */
import { dayMillis } from "@sheaf/domain/CalendarDate"
import { Clock, Effect, Option, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import { hash, randomUUID } from "node:crypto"
import type { OutboundClient, OutboundResponse } from "../../outbound/OutboundClient.ts"
import { OutboundError } from "../../outbound/OutboundError.ts"
import * as RetryAfter from "../../outbound/RetryAfter.ts"
import { BankStatusError } from "./BankCallError.ts"
import * as BankWire from "./BankWire.ts"
import { decompressed } from "./ContentEncoding.ts"
import { textOf } from "./LenientDecoding.ts"
import type { UnsignedRequest } from "./RequestSignature.ts"

/** A request. Fields without a value are omitted. Field names are in lower case. */
export interface BankRequest {
  readonly method: "GET" | "POST" | "PUT" | "DELETE"
  /** Relative to the bank's base address, or a link from its response. */
  readonly path: string
  readonly fields?: Readonly<Record<string, string | undefined>>
  readonly body?: object
  /** The key of a request that must have an effect only once. Its retries have the same X-Request-ID. */
  readonly key?: string
}

export interface BankConnection {
  readonly client: OutboundClient
  /** The base address of the bank's interface, with a trailing slash. */
  readonly base: URL
  /** Returns the fields of the request's signature, if Sheaf signs requests to this bank. */
  readonly sign?: (request: UnsignedRequest) => Readonly<Record<string, string>>
}

export interface BankHttpClient {
  /** Sends a request. Fails with {@link BankStatusError} if its status is not 2xx. */
  readonly send: (request: BankRequest) => Effect.Effect<OutboundResponse, OutboundError | BankStatusError>
  /** Sends a request, and decodes the response. Members that are `null` count as absent. */
  readonly sendAndDecode: <S extends Schema.Decoder<unknown>>(
    schema: S,
    request: BankRequest
  ) => Effect.Effect<S["Type"], OutboundError | BankStatusError>
  /** Decodes a response as `ask` does. */
  readonly decode: <S extends Schema.Decoder<unknown>>(
    schema: S,
    response: OutboundResponse
  ) => Effect.Effect<S["Type"], OutboundError>
}

/** Returns an X-Request-ID for a key: a UUID that does not reveal the key. */
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

/**
 * Removes the members and the list entries that are `null` from a parsed value. Changes the value, because a copy would
 * need as much memory.
 */
const withoutNull = (value: unknown): unknown => {
  if (typeof value !== "object" || value === null) return value
  if (Array.isArray(value)) {
    const kept = value.filter((each) => each !== null)
    if (kept.length < value.length) value.splice(0, value.length, ...kept)
    value.forEach(withoutNull)
    return value
  }
  for (const [name, member] of Object.entries(value)) {
    if (member === null) Reflect.deleteProperty(value, name)
    else withoutNull(member)
  }
  return value
}

/**
 * Returns the pause before the next call, in milliseconds. Once a consent's daily readings are used up, the bank accepts
 * more on the next day (UTC).
 */
const pauseOf = ({ headers, status }: OutboundResponse, code: string | undefined, now: number) => {
  const isExceeded = status === 429 && code === "ACCESS_EXCEEDED"
  return RetryAfter.millisOf(headers, now) ?? (isExceeded ? dayMillis - (now % dayMillis) : undefined)
}

/** A code of the framework. Anything else could be text about a person. */
const codePattern = /^[A-Z][A-Z0-9_]{2,59}$/

const decodeMessages = Schema.decodeUnknownOption(BankWire.WireErrorResponse)

const codeOf = (body: unknown): string | undefined => {
  const nothing: typeof BankWire.WireErrorResponse.Type = {}
  const { code, tppMessages = [] } = Option.getOrElse(decodeMessages(withoutNull(body)), () => nothing)
  const errors = tppMessages.filter(({ category }) => category !== "WARNING")
  return [...errors.map((message) => message.code), code]
    .map(textOf)
    .find((text): text is string => text !== undefined && codePattern.test(text))
}

/** Returns a value for a header: visible ASCII, with every other character percent-encoded. */
const headerText = (text: string): string =>
  text.toWellFormed().replace(/[^ -$&-~]+/g, (part) => encodeURIComponent(part))

export const make = ({ base, client, sign }: BankConnection): BankHttpClient => {
  const malformed = new OutboundError({ reason: "MALFORMED", origin: base.origin })

  const rejectionOf = Effect.fnUntraced(function* (response: OutboundResponse) {
    const body = yield* Effect.option(client.decode(Schema.Unknown, response))
    const code = codeOf(Option.getOrUndefined(body))
    const retryAfterMillis = pauseOf(response, code, yield* Clock.currentTimeMillis)
    return yield* new BankStatusError({
      status: response.status,
      ...(code !== undefined && { code }),
      ...(retryAfterMillis !== undefined && { retryAfterMillis })
    })
  })

  const send: BankHttpClient["send"] = Effect.fnUntraced(function* ({ body, fields, key, method, path }) {
    const now = yield* Clock.currentTimeMillis
    const bytes = new TextEncoder().encode(body === undefined ? "" : JSON.stringify(body))
    const own: Record<string, string> = {
      accept: "application/json",
      "accept-encoding": "identity",
      date: new Date(now).toUTCString(),
      "x-request-id": key === undefined ? randomUUID() : requestIdOf(key)
    }
    for (const [name, value] of Object.entries(fields ?? {})) if (value !== undefined) own[name] = headerText(value)
    const request = HttpClientRequest.make(method)(path).pipe(
      body === undefined ? (same) => same : HttpClientRequest.bodyUint8Array(bytes, "application/json"),
      HttpClientRequest.setHeaders({ ...own, ...sign?.({ body: bytes, fields: own }) })
    )
    const response = yield* decompressed(yield* client.send(request), base.origin)
    return response.status >= 200 && response.status < 300 ? response : yield* rejectionOf(response)
  })

  const decode: BankHttpClient["decode"] = Effect.fnUntraced(function* (schema, response) {
    const json = yield* client.decode(Schema.Unknown, response)
    return yield* Effect.mapError(
      Schema.decodeUnknownEffect(schema)(withoutNull(json)),
      // A schema error can quote the response, so it is dropped.
      () => malformed
    )
  })

  return {
    send,
    sendAndDecode: (schema, request) => Effect.flatMap(send(request), (response) => decode(schema, response)),
    decode
  }
}
