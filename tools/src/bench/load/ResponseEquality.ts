/** Checks that two servers respond alike, and therefore do the same work. */
import { isDeepStrictEqual } from "node:util"
import type { LoadRequest } from "./Load.ts"

/** Headers that differ in every response. */
const perAnswer = new Set(["date", "x-request-id"])

/** Rate-limit headers, which only the service sends. */
const ofLimits = new Set(["ratelimit", "ratelimit-policy"])

/** Fastify adds a charset, although JSON is always UTF-8. */
const charset = "; charset=utf-8"

const answerTo = async ({ base, headers, path }: LoadRequest) => {
  const response = await fetch(base + path, { headers })
  const shared = [...response.headers].filter(([name]) => !ofLimits.has(name))
  const fields = shared.map(([name, value]) => (perAnswer.has(name) ? name : `${name}: ${value.replace(charset, "")}`))
  const body: unknown = await response.json()
  return { fields: fields.sort(), body }
}

/** A whole response can be hundreds of kilobytes long, too much for an error message. */
const startOf = (answer: object): string => JSON.stringify(answer).slice(0, 2_000)

/** Ignores the order of members in an object. */
export const expectSameResponse = async (one: LoadRequest, other: LoadRequest): Promise<void> => {
  const [expected, found] = [await answerTo(one), await answerTo(other)]
  if (!isDeepStrictEqual(found, expected)) {
    throw new Error(`the responses differ:\n${startOf(found)}\n${startOf(expected)}`)
  }
}
