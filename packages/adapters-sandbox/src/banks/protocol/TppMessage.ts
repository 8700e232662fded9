/** The protocol's error messages to providers (TPPs), each with a code (NextGenPSD2 1.3.11, message codes). */
import { Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"

/**
 * The message codes for account information, grouped by HTTP status. Where the standard allows several statuses for a
 * code, this bank always uses the same one.
 */
const codes = {
  400: [
    "FORMAT_ERROR",
    "PARAMETER_NOT_CONSISTENT",
    "PARAMETER_NOT_SUPPORTED",
    "TIMESTAMP_INVALID",
    "PERIOD_INVALID",
    "SCA_METHOD_UNKNOWN",
    "SCA_INVALID",
    "SESSIONS_NOT_SUPPORTED",
    "RESOURCE_BLOCKED"
  ],
  401: [
    "CERTIFICATE_INVALID",
    "CERTIFICATE_EXPIRED",
    "CERTIFICATE_BLOCKED",
    "CERTIFICATE_REVOKED",
    "CERTIFICATE_MISSING",
    "ROLE_INVALID",
    "SIGNATURE_INVALID",
    "SIGNATURE_MISSING",
    "PSU_CREDENTIALS_INVALID",
    "CORPORATE_ID_INVALID",
    "CONSENT_INVALID",
    "CONSENT_EXPIRED",
    "TOKEN_UNKNOWN",
    "TOKEN_INVALID",
    "TOKEN_EXPIRED"
  ],
  403: ["CONSENT_UNKNOWN", "SERVICE_BLOCKED", "RESOURCE_EXPIRED"],
  404: ["RESOURCE_UNKNOWN"],
  405: ["SERVICE_INVALID"],
  406: ["REQUESTED_FORMATS_INVALID"],
  409: ["STATUS_INVALID"],
  429: ["ACCESS_EXCEEDED"]
} as const

type TppStatus = keyof typeof codes
export type MessageCode = (typeof codes)[TppStatus][number]

const statuses = Object.entries(codes).map(([status, of]) => [Number(status), of] as const)

const all: ReadonlyArray<MessageCode> = statuses.flatMap(([, of]) => of)

export const httpStatusOf = (code: MessageCode): number =>
  statuses.find(([, of]) => of.some((each) => each === code))?.[0] ?? 500

export const isCode = Schema.is(Schema.Literals(all))

const maxText = 500

const ofStatus = <const Codes extends ReadonlyArray<MessageCode>>(status: TppStatus, of: Codes) =>
  Schema.Struct({
    tppMessages: Schema.Array(
      Schema.Struct({
        category: Schema.Literal("ERROR"),
        code: Schema.Literals(of),
        path: Schema.optionalKey(Schema.String),
        text: Schema.optionalKey(Schema.String.check(Schema.isMaxLength(maxText)))
      })
    ).check(Schema.isMinLength(1))
  })
    .annotate({ identifier: `Error${status}` })
    .pipe(HttpApiSchema.status(status))

export const errorSchemas = [
  ofStatus(400, codes[400]),
  ofStatus(401, codes[401]),
  ofStatus(403, codes[403]),
  ofStatus(404, codes[404]),
  ofStatus(405, codes[405]),
  ofStatus(406, codes[406]),
  ofStatus(409, codes[409]),
  ofStatus(429, codes[429])
] as const

export type TppError = (typeof errorSchemas)[number]["Type"]

export const make = (code: MessageCode, text?: string, path?: string): TppError => {
  const message = {
    category: "ERROR",
    code,
    ...(path !== undefined && { path }),
    ...(text !== undefined && { text: text.slice(0, maxText) })
  }
  // Each code belongs to one member of the union, but the compiler cannot infer which one.
  return { tppMessages: [message] } as TppError
}
