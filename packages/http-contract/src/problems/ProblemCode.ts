/** The codes that a problem can have, each with its HTTP status and texts (spec 7). */
import * as ConnectSession from "@sheaf/domain/ConnectSession"
import * as IdempotencyKey from "@sheaf/domain/IdempotencyKey"
import * as Monitor from "@sheaf/domain/Monitor"
import * as WebhookEndpoint from "@sheaf/domain/WebhookEndpoint"
import { Struct } from "effect"
import problems from "./problems.json" with { type: "json" }

export const problemsByStatus = problems

type NumberIn<Text> = Text extends `${infer Digits extends number}` ? Digits : never

export type ProblemStatus = NumberIn<keyof typeof problemsByStatus>

type Codes = { readonly [Status in ProblemStatus]: keyof (typeof problemsByStatus)[`${Status}`]["codes"] & string }

export type CodeOf<Status extends ProblemStatus> = Codes[Status]

export type ProblemCode = CodeOf<ProblemStatus>

type StatusByCode = { readonly [Status in ProblemStatus as CodeOf<Status>]: Status }

export type StatusOf<Code extends ProblemCode> = StatusByCode[Code]

// Object.keys returns strings, in ascending order of the statuses.
const statuses = Object.keys(problemsByStatus).map(Number) as ReadonlyArray<ProblemStatus>

export const codesOf = <Status extends ProblemStatus>(status: Status): ReadonlyArray<CodeOf<Status>> =>
  Struct.keys(problemsByStatus[`${status}` as const].codes)

/** Returns the heading of a status in the list of errors, such as `404 Not found`. */
export const headingOf = (status: ProblemStatus): string => `${status} ${problemsByStatus[`${status}` as const].name}`

export const all: ReadonlyArray<ProblemCode> = statuses.flatMap((status): ReadonlyArray<ProblemCode> => codesOf(status))

export const isCodeOf = <Status extends ProblemStatus>(status: Status, text: string): text is CodeOf<Status> =>
  codesOf(status).some((code) => code === text)

interface ProblemTexts {
  readonly title: string
  readonly meaning: string
  readonly remedy: string
}

const limits: Readonly<Record<string, number>> = {
  keyCharacters: IdempotencyKey.maxLength,
  userMonitors: Monitor.maxMonitorsPerUser,
  webhookEndpoints: WebhookEndpoint.maxEndpointsPerClient,
  webhookSecrets: WebhookEndpoint.maxSecrets,
  webhookRotations: WebhookEndpoint.maxSecrets - 1,
  rotationHours: WebhookEndpoint.secretOverlapMillis / 3_600_000,
  openingMinutes: ConnectSession.linkLifetimeMillis / 60_000,
  confirmationMinutes: ConnectSession.confirmationTimeoutMillis / 60_000,
  openedMinutes: ConnectSession.sessionLifetimeMillis / 60_000
}

const filled = (text: string): string => text.replaceAll(/\$\{(\w+)\}/g, (_, name: string) => String(limits[name]))

/**
 * All codes with their status, title, meaning and remedy. The problem pages and `docs/errors.md` are generated from
 * this table.
 */
export const problemTable = Object.fromEntries(
  statuses.flatMap((status) => {
    const texts: Readonly<Record<string, ProblemTexts>> = problemsByStatus[`${status}` as const].codes
    return Object.entries(texts).map(([code, { meaning, remedy, title }]) => [
      code,
      { status, title, meaning: filled(meaning), remedy: filled(remedy) }
    ])
  })
  // Object.fromEntries types its keys as strings. Here, each key is a code, and its value has the code's status.
) as { readonly [Code in ProblemCode]: ProblemTexts & { readonly status: StatusOf<Code> } }

/** The codes of requests that fail before they reach an operation. No operation declares them. */
export const preRoutingCodes = [
  "MALFORMED_REQUEST",
  "UNKNOWN_ROUTE",
  "METHOD_NOT_ALLOWED",
  "REQUEST_TOO_SLOW",
  "URI_TOO_LONG",
  "HEADER_FIELDS_TOO_LARGE",
  "MISDIRECTED_REQUEST",
  "TRANSFER_CODING_NOT_SUPPORTED",
  "HTTP_VERSION_NOT_SUPPORTED"
] as const satisfies ReadonlyArray<ProblemCode>

/** Returns the URL of a status in the list of errors. */
export const listAddressOf = (status: ProblemStatus): string =>
  `/docs/guides/errors#${headingOf(status).toLowerCase().replaceAll(" ", "-")}`

export const slugOf = (code: ProblemCode): string => code.toLowerCase().replaceAll("_", "-")

/** Returns the problem's `type`: a permanent identifier of the code, and the URL of its page (RFC 9457 §3.1.1). */
export const typeOf = (code: ProblemCode): string => `/problems/${slugOf(code)}`
