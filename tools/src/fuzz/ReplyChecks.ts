/** Checks replies against the OpenAPI documents and against the rules for all connections (spec 7, 9). */
import { PublishedContract } from "@sheaf/sandbox-site/testing"
import type * as ApiVersion from "@sheaf/domain/ApiVersion"
import { Record } from "effect"
import * as EdgeValues from "./EdgeValues.ts"
import type { PublishedApi } from "./PublishedApi.ts"
import type { FuzzRequest } from "./Request.ts"
import { stringsIn } from "./Values.ts"
import type { WireResponse, ReadLimits, ReceivedResponses } from "./Wire.ts"

export type PublishedApis = Readonly<Record<ApiVersion.ApiVersion, PublishedApi>>

/**
 * Returns how long a response may take on a busy machine, in milliseconds. When a webhook endpoint is tested, the
 * service waits up to 15 seconds for the receiver.
 */
const millisFor = ({ target }: FuzzRequest): number => (/\/test\b/.test(target) ? 45_000 : 30_000)

export const readLimitsFor = (request: FuzzRequest): ReadLimits => ({
  methods: [request.method],
  millis: millisFor(request)
})

/**
 * Expects a thousand responses, which is more than the service ever sends. Reading therefore stops only when the time
 * is up or the connection ends.
 */
export const garbageReadLimits: ReadLimits = { methods: Array<string>(1_000).fill("GET"), millis: 250 }

/** Shorter secrets are ignored, because they can occur by chance. */
const shortest = 8

/**
 * Returns true if an error response repeats a value from the request. Member names may appear in the response's
 * pointers.
 */
const repeats = ({ secrets }: FuzzRequest, { body, headers }: WireResponse, documents: PublishedApis): boolean => {
  const telling = secrets.filter(
    (secret) =>
      secret.trim().length >= shortest &&
      // Ignores two kinds of strings: member names that the fuzzer added, because pointers can contain them, and
      // strings that occur in the documents, because they can match by chance.
      !EdgeValues.memberNames.includes(secret) &&
      !Object.values(documents).some((each) => each.checked.mentions(secret))
  )
  if (telling.length === 0) return false
  const said = [...stringsIn(JSON.parse(body.toString() || "{}")), ...headers.values()]
  return telling.some((secret) => said.some((text) => text.includes(secret)))
}

const failureViolations = (
  request: FuzzRequest,
  answer: WireResponse,
  documents: PublishedApis
): ReadonlyArray<string> => {
  if (answer.status < 400) return []
  if (answer.status >= 500) return [`the service failed with ${answer.status}`]
  const isRepeated = request.method !== "HEAD" && repeats(request, answer, documents)
  return isRepeated ? ["the failure repeats a value of the request"] : []
}

export const violationsOf = (
  request: FuzzRequest,
  reply: ReceivedResponses,
  documents: PublishedApis
): ReadonlyArray<string> => {
  const [answer, ...others] = reply.responses
  if (reply.broken !== undefined) return [`the reply is not HTTP: ${reply.broken}`]
  if (answer === undefined) {
    return [
      reply.closed ? "the connection closed without a response" : `no response in ${millisFor(request) / 1000} seconds`
    ]
  }
  const contract = Record.map(documents, ({ checked }) => checked)
  return [
    ...(others.length > 0 || reply.rest.length > 0 ? ["there is more than one response"] : []),
    ...failureViolations(request, answer, documents),
    ...PublishedContract.violationsOf(request, answer, contract)
  ]
}

const refusals = [400, 408, 431, 501, 505]

const garbageAnswerViolations = (answer: WireResponse): ReadonlyArray<string> => {
  const { headers, status } = answer
  if (status >= 500 && !refusals.includes(status)) return [`the service failed with ${status}`]
  return [
    ...(headers.has("x-request-id") ? [] : [`the response ${status} has no X-Request-Id`]),
    ...(status >= 400 ? PublishedContract.problemViolations(answer) : [])
  ]
}

export const garbageViolationsOf = ({ responses, broken, rest }: ReceivedResponses): ReadonlyArray<string> =>
  broken === undefined
    ? [
        ...responses.flatMap(garbageAnswerViolations),
        ...(rest.length > 0 ? ["bytes follow the last whole response"] : [])
      ]
    : [`the reply is not HTTP: ${broken}`]
