/**
 * The manifest of a recorded data folder (fixtures/data/README.md). It describes the folder's content, the credentials
 * for it, and the expected final status of everything that was waiting when the service ended.
 */
import { ApiVersion } from "@sheaf/domain/ApiVersion"
import { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import { ConsentStatus } from "@sheaf/domain/ConsentStatus"
import { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { Schema } from "effect"

const Client = Schema.Struct({
  name: Schema.String,
  clientId: Schema.String,
  keys: Schema.Array(Schema.Struct({ key: Schema.String, isLive: Schema.Boolean }))
})

const User = Schema.Struct({
  name: Schema.String,
  /** The name of the user's client. */
  client: Schema.String,
  userId: Schema.String,
  externalId: Schema.String,
  isErased: Schema.Boolean,
  /** Tokens issued before the service ended, each with its signing key. */
  tokens: Schema.Array(
    Schema.Struct({ token: Schema.String, signedBy: Schema.Literals(["first", "rotated"]), isLive: Schema.Boolean })
  )
})

const Certificate = Schema.Struct({
  name: Schema.String,
  client: Schema.String,
  /** In PEM. */
  certificate: Schema.String,
  /** The expected status of responses to this certificate, and the problem's code. */
  status: Schema.Int,
  code: Schema.optionalKey(Schema.String)
})

export const ProductPath = Schema.Literals(["insurance", "wealth"])
export type ProductPath = typeof ProductPath.Type

/** A collection that was running when the service ended. */
const WaitingCollection = Schema.Struct({
  name: Schema.String,
  id: Schema.String,
  /** The client or the user that started it. */
  by: Schema.String,
  version: ApiVersion,
  product: ProductPath,
  /** The last status before the service ended. */
  status: CollectionStatus,
  /** The remaining inputs, one for each question, in order. */
  supplements: Schema.Array(SupplementInfo),
  /** True if the collection times out. */
  expire: Schema.Boolean,
  finalStatus: CollectionStatus,
  /** A collection with the same data, whose responses were recorded. */
  twin: Schema.optionalKey(Schema.String)
})
export type WaitingCollection = typeof WaitingCollection.Type

/** A consent that was open when the service ended. */
const OpenConsent = Schema.Struct({
  name: Schema.String,
  consentId: Schema.String,
  /** The user who grants it. */
  by: Schema.String,
  company: Schema.String,
  /** The last status before the service ended. */
  status: ConsentStatus,
  /**
   * The step that leads to the final status. `READ` collects under the consent and does not change the consent's
   * status.
   */
  step: Schema.Union([
    Schema.Struct({ type: Schema.Literals(["EXPIRE", "REVOKE", "WAIT"]) }),
    Schema.Struct({ type: Schema.Literal("DECIDE"), decision: Schema.String }),
    Schema.Struct({ type: Schema.Literal("READ"), twin: Schema.String })
  ]),
  finalStatus: ConsentStatus
})
export type OpenConsent = typeof OpenConsent.Type

export const Manifest = Schema.Struct({
  release: Schema.String,
  /** The reason why the service ended. */
  end: Schema.Literals(["stopped", "killed"]),
  /** The time at which to open the folder, right after the service ended, in milliseconds since 1970. */
  endedAt: Schema.Finite,
  /** Environment variables of the service. */
  env: Schema.Record(Schema.String, Schema.String),
  /** The configuration file of the service. Ports can be added. */
  config: Schema.Record(Schema.String, Schema.Unknown),
  clients: Schema.Array(Client),
  users: Schema.Array(User),
  certificates: Schema.Array(Certificate),
  collections: Schema.Array(WaitingCollection),
  consents: Schema.Array(OpenConsent)
})
export type Manifest = typeof Manifest.Type

/**
 * A response that later releases must repeat. A JSON body is stored as a value, any other body as the SHA-256 of its
 * bytes.
 */
export const RecordedAnswer = Schema.Struct({
  by: Schema.String,
  version: ApiVersion,
  path: Schema.String,
  status: Schema.Int,
  body: Schema.optionalKey(Schema.Unknown),
  sha256: Schema.optionalKey(Schema.String)
})
export type RecordedAnswer = typeof RecordedAnswer.Type

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** Removes the members that newer releases added to a recorded body, because clients ignore unknown members. */
export const asRecorded = (body: unknown, recorded: unknown): unknown => {
  if (Array.isArray(body) && Array.isArray(recorded)) {
    return body.map((item, index) => (index < recorded.length ? asRecorded(item, recorded[index]) : item))
  }
  if (!isObject(body) || !isObject(recorded)) return body
  const known = Object.entries(body).filter(([name]) => Object.hasOwn(recorded, name))
  return Object.fromEntries(known.map(([name, value]) => [name, asRecorded(value, recorded[name])]))
}

const volatile = new Set(["requestId", "title", "detail", "message"])

/** A response body without its request id and its human-readable texts, because both can change. */
export const withoutTexts = (body: unknown): unknown =>
  body === undefined
    ? undefined
    : JSON.parse(JSON.stringify(body), (name, value: unknown) => (volatile.has(name) ? undefined : value))
