/** Checks that two servers respond alike, and therefore do the same work. */
import { isDeepStrictEqual } from "node:util"
import type { LoadRequest } from "./Load.ts"

/** The header fields that differ in every response. */
const perAnswer = new Set(["date", "x-request-id"])

/** The header fields about rate limits, which only the service sends. */
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

/** Returns the start of a response for an error message. A whole response can have hundreds of kilobytes. */
const startOf = (answer: object): string => JSON.stringify(answer).slice(0, 2_000)

/** Fails if two servers respond differently. The order of members in an object does not matter. */
export const expectSameResponse = async (one: LoadRequest, other: LoadRequest): Promise<void> => {
  const [expected, found] = [await answerTo(one), await answerTo(other)]
  if (!isDeepStrictEqual(found, expected)) {
    throw new Error(`the responses differ:\n${startOf(found)}\n${startOf(expected)}`)
  }
}
