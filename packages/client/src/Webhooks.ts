/** Verifies webhooks signed according to Standard Webhooks 1.0: an HMAC-SHA256 of the id, the time and the body. */

/** The members that identify an event in every API version. */
export interface SignedEvent {
  /** A UUID. Repeated deliveries of an event have the same id. */
  readonly eventId: string
  readonly type: string
  /** The API version of `data`. */
  readonly version: string
}

/** The header fields of a request: a `Headers` object, or a record such as `request.headers` on Node.js. */
export type WebhookHeaders =
  | { readonly get: (name: string) => string | null }
  | Readonly<Record<string, string | ReadonlyArray<string> | undefined>>

/**
 * A request's raw body. Do not parse it first. Parsing and serializing can change bytes, and then no signature matches.
 */
export type WebhookBody = string | ArrayBuffer | Uint8Array<ArrayBufferLike>

export interface VerificationOptions {
  /** How many seconds the signature's time may differ from this machine's clock. Default: 300. */
  readonly toleranceSeconds?: number | undefined
  /** Replaces this machine's clock in tests. Returns milliseconds since 1970. */
  readonly now?: (() => number) | undefined
}

/**
 * - `MISSING_HEADER`: the request has no `webhook-id`, `webhook-timestamp` or `webhook-signature`
 * - `MALFORMED`: a header or the signed body has a form that Sheaf never sends
 * - `TOO_OLD`: the request may be a recording that somebody is replaying
 * - `TOO_NEW`: the request comes from the future, so one of the two clocks is wrong
 * - `NO_MATCH`: no signature of this body matches any of the secrets
 * - `OTHER_VERSION`: the signature is valid, but the endpoint has another API version than this client
 */
export type WebhookVerificationCode =
  | "MISSING_HEADER"
  | "MALFORMED"
  | "TOO_OLD"
  | "TOO_NEW"
  | "NO_MATCH"
  | "OTHER_VERSION"

/** The request is not a webhook from Sheaf. Respond with 400, and ignore the body. */
export class WebhookVerificationError extends Error {
  override readonly name: string = "WebhookVerificationError"
  readonly code: WebhookVerificationCode

  constructor(code: WebhookVerificationCode, message: string) {
    super(message)
    this.code = code
  }
}

/**
 * Returns a webhook's event if the signature is valid, and otherwise rejects with `WebhookVerificationError`. Rejects
 * with a `TypeError` if header fields are not passed, a secret is missing or malformed, or the body has the wrong type.
 *
 * @param headers the header fields of the request
 * @param body the raw body of the request
 * @param secrets the endpoint's secret, which starts with `whsec_`, or several secrets during a rotation
 */
export type VerifyWebhook<Event> = (
  headers: WebhookHeaders,
  body: WebhookBody,
  secrets: string | ReadonlyArray<string>,
  options?: VerificationOptions
) => Promise<Event>

const reject = (code: WebhookVerificationCode, message: string): never => {
  throw new WebhookVerificationError(code, message)
}

const isFields = (headers: WebhookHeaders): headers is Extract<WebhookHeaders, { readonly get: unknown }> =>
  typeof headers["get"] === "function"

const fieldIn = (headers: WebhookHeaders, name: string): string => {
  const value = isFields(headers)
    ? headers.get(name)
    : Object.entries(headers).find(([given]) => given.toLowerCase() === name)?.[1]
  if (value === null || value === undefined || value.length === 0) return reject("MISSING_HEADER", `No ${name} header.`)
  return String(value)
}

/** In JavaScript, a caller may pass nothing or the whole request. */
const checkHeaders = (headers: WebhookHeaders): void => {
  if (typeof headers !== "object" || headers === null) throw new TypeError("Pass the header fields of the request.")
}

const bytesOf = (base64: string): Uint8Array<ArrayBuffer> | undefined => {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

const keyOf = (secret: string): Promise<CryptoKey> => {
  // In JavaScript, a caller may pass an environment variable that is not set.
  if (typeof secret !== "string") throw new TypeError("Pass the endpoint's secret as a string.")
  const bytes = bytesOf(secret.replace(/^whsec_/, ""))
  // The message does not contain the secret, because errors are logged.
  if (bytes === undefined || bytes.length === 0)
    throw new TypeError("A secret is empty, or is not base64 after whsec_.")
  return crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["sign"])
}

/** Compares in constant time, so that the duration does not reveal where two values differ. */
const isEqual = (one: Uint8Array, other: Uint8Array): boolean => {
  let difference = one.length ^ other.length
  for (let index = 0; index < one.length; index++) difference |= (one[index] ?? 0) ^ (other[index] ?? 0)
  return difference === 0
}

const contentOf = (body: WebhookBody): Uint8Array => {
  if (typeof body === "string") return new TextEncoder().encode(body)
  if (body instanceof Uint8Array) return body
  if (body instanceof ArrayBuffer) return new Uint8Array(body)
  throw new TypeError("Pass the raw body of the request: a string or its bytes, not parsed JSON.")
}

/** Returns the bytes that Sheaf signs: the id, the time and the body, separated by periods. */
const signedContent = (id: string, timestamp: string, body: Uint8Array): Uint8Array<ArrayBuffer> => {
  const prefix = new TextEncoder().encode(`${id}.${timestamp}.`)
  const content = new Uint8Array(prefix.length + body.length)
  content.set(prefix)
  content.set(body, prefix.length)
  return content
}

const isEvent = (value: unknown): value is SignedEvent =>
  typeof value === "object" &&
  value !== null &&
  "eventId" in value &&
  typeof value.eventId === "string" &&
  "type" in value &&
  typeof value.type === "string" &&
  "version" in value &&
  typeof value.version === "string"

const eventIn = (body: Uint8Array): SignedEvent => {
  try {
    const value: unknown = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body))
    if (isEvent(value)) return value
  } catch {
    // A body that is not JSON is not an event.
  }
  return reject("MALFORMED", "The signed body is not an event.")
}

const checkTime = (timestamp: string, { now = Date.now, toleranceSeconds = 300 }: VerificationOptions): void => {
  if (!/^\d{1,12}$/.test(timestamp)) return reject("MALFORMED", "webhook-timestamp is not a number of seconds.")
  const age = Math.floor(now() / 1000) - Number(timestamp)
  if (age > toleranceSeconds) reject("TOO_OLD", `The signature is ${age} seconds old.`)
  if (age < -toleranceSeconds) reject("TOO_NEW", `The signature is ${-age} seconds in the future.`)
}

/** Returns the header field's `v1` signatures. The field can also contain signatures in other schemes. */
const signaturesIn = (field: string): ReadonlyArray<string> => {
  const signatures = Array.from(field.matchAll(/(?:^|\s)v1,(\S+)/g), ([, base64 = ""]) => base64)
  return signatures.length > 0 ? signatures : reject("MALFORMED", "webhook-signature has no v1 signature.")
}

const verified = async (
  headers: WebhookHeaders,
  body: WebhookBody,
  secrets: string | ReadonlyArray<string>,
  options: VerificationOptions
): Promise<SignedEvent> => {
  const content = contentOf(body)
  checkHeaders(headers)
  const keys = await Promise.all([secrets].flat().map((secret: string) => keyOf(secret)))
  if (keys.length === 0) throw new TypeError("Pass at least one secret.")
  const id = fieldIn(headers, "webhook-id")
  const timestamp = fieldIn(headers, "webhook-timestamp")
  const given = signaturesIn(fieldIn(headers, "webhook-signature")).map((base64) => bytesOf(base64) ?? new Uint8Array())
  checkTime(timestamp, options)
  const signed = signedContent(id, timestamp, content)
  const expected = await Promise.all(keys.map((key) => crypto.subtle.sign("HMAC", key, signed)))
  const matches = expected.flatMap((mac) => given.filter((signature) => isEqual(new Uint8Array(mac), signature)))
  if (matches.length === 0) return reject("NO_MATCH", "No signature matches the body with any of the secrets.")
  return eventIn(content)
}

export const verifierOf =
  <Event extends SignedEvent>(version: Event["version"]): VerifyWebhook<Event> =>
  async (headers, body, secrets, options = {}) => {
    const event = await verified(headers, body, secrets, options)
    if (event.version !== version) {
      return reject("OTHER_VERSION", `The endpoint uses version ${event.version}, but this client expects ${version}.`)
    }
    // The API document guarantees this type.
    return event as Event
  }
