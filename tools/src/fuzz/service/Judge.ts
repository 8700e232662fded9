/** Checks replies against the documents and against the rules for all connections (decisions 12, 13). */
import { PublishedContract } from "@sheaf/adapters-http/testing"
import type * as ApiVersion from "@sheaf/domain/ApiVersion"
import { Record } from "effect"
import type { Garbage } from "../requests/Garbage.ts"
import type { Published } from "./Published.ts"
import * as Oddities from "../values/Oddities.ts"
import type { Request } from "../requests/Request.ts"
import type { Answer, Reply } from "./Wire.ts"

export type Documents = Readonly<Record<ApiVersion.ApiVersion, Published>>

/** The longest acceptable response time on a busy machine, in milliseconds. */
export const patience = 5_000

/**
 * Returns the string values in an error response. Pointers in these values may contain member names from the request.
 */
const stringsOf = (value: unknown): ReadonlyArray<string> => {
  if (typeof value === "string") return [value]
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(stringsOf) : []
}

/** The length of the shortest text to look for, because shorter texts occur by chance. */
const shortest = 8

const repeated = ({ secrets }: Request, { body, headers }: Answer, documents: Documents): ReadonlyArray<string> => {
  const telling = secrets.filter(
    (secret) =>
      secret.trim().length >= shortest &&
      // A pointer may name a member that the fuzzer added, and the same text may also be a value.
      !Oddities.names.includes(secret) &&
      !Object.values(documents).some((each) => each.checked.mentions(secret))
  )
  if (telling.length === 0) return []
  const problem: unknown = JSON.parse(body.toString() || "{}")
  const said = [...stringsOf(problem), ...headers.values()]
  return telling.some((secret) => said.some((text) => text.includes(secret)))
    ? ["the failure repeats a value of the request"]
    : []
}

const failureViolations = (request: Request, answer: Answer, documents: Documents): ReadonlyArray<string> => {
  if (answer.status < 400) return []
  if (answer.status >= 500) return [`the service failed with ${answer.status}`]
  return request.method === "HEAD" ? [] : repeated(request, answer, documents)
}

const answerViolations = (request: Request, answer: Answer, documents: Documents): ReadonlyArray<string> => {
  const contract = Record.map(documents, ({ checked }) => checked)
  return [
    ...failureViolations(request, answer, documents),
    ...PublishedContract.violationsOf(request, answer, contract)
  ]
}

/** Returns the faults of the reply to a request, one sentence each. */
export const violationsOf = (request: Request, reply: Reply, documents: Documents): ReadonlyArray<string> => {
  const [answer, ...others] = reply.answers
  if (reply.broken !== undefined) return [`the reply is not HTTP: ${reply.broken}`]
  if (answer === undefined) {
    return [reply.closed ? "the connection closed without a response" : `no response in ${patience / 1000} seconds`]
  }
  return [
    ...(others.length > 0 || reply.rest.length > 0 ? ["there is more than one response"] : []),
    ...answerViolations(request, answer, documents)
  ]
}

/** The statuses for invalid requests. */
const refusals = [400, 408, 431, 501, 505]

const garbageAnswerViolations = (answer: Answer): ReadonlyArray<string> => {
  const { headers, status } = answer
  if (status >= 500 && !refusals.includes(status)) return [`the service failed with ${status}`]
  return [
    ...(headers.has("x-request-id") ? [] : [`the response ${status} has no X-Request-Id`]),
    ...(status >= 400 ? PublishedContract.problemViolations(answer) : [])
  ]
}

/** Returns the faults of the reply to garbage, one sentence each. */
export const garbageViolationsOf = (garbage: Garbage, reply: Reply): ReadonlyArray<string> => {
  const { due, refused } = garbage
  const { answers, broken, closed, rest } = reply
  if (broken !== undefined) return [`the reply is not HTTP: ${broken}`]
  const [first] = answers
  const isRefused = closed && answers.length === 1 && first !== undefined && refusals.includes(first.status)
  return [
    ...answers.flatMap(garbageAnswerViolations),
    ...(rest.length > 0 ? ["bytes follow the last whole response"] : []),
    ...(answers.length < due ? [`${answers.length} answers came, ${due} were expected`] : []),
    ...(refused && !isRefused ? ["it was not refused with one response and the end of the connection"] : [])
  ]
}
