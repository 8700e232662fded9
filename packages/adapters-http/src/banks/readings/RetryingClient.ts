/** Retries calls about single accounts, so that a short outage does not leave gaps in the data (spec 16). */
import { Effect } from "effect"
import type { BankHttpClient } from "../wire/BankHttpClient.ts"
import type { AttemptedBankCallError } from "../wire/BankCallError.ts"

/** The maximum number of retries in a whole reading, so a bank that is down is not called again for every account. */
const maxRetries = 8

const maxRetriesOfCall = 3

/** The longest pause within a reading, in milliseconds. If the bank asks for more, the call fails. */
const maxPauseMillis = 10_000

/** Returns the pause before the next attempt in milliseconds, or `undefined` if a retry is pointless. */
const pauseAfter = (fault: AttemptedBankCallError, retries: number): number | undefined => {
  const backoffMillis = 500 * 2 ** retries
  if (fault._tag === "OutboundError") return fault.reason === "UNREACHABLE" ? backoffMillis : undefined
  if (fault._tag === "BankResponseError") return undefined
  const { retryAfterMillis, status } = fault
  if (retryAfterMillis !== undefined) return retryAfterMillis <= maxPauseMillis ? retryAfterMillis : undefined
  return status >= 500 && status !== 501 ? backoffMillis : undefined
}

export const make = (client: BankHttpClient): BankHttpClient => {
  let left = maxRetries

  const send: BankHttpClient["send"] = (request) => {
    const attempt = (retries: number): ReturnType<BankHttpClient["send"]> =>
      Effect.catch(client.send(request), (fault) => {
        const pause = retries < maxRetriesOfCall && left > 0 ? pauseAfter(fault, retries) : undefined
        if (pause === undefined) return Effect.fail(fault)
        left -= 1
        return Effect.delay(attempt(retries + 1), pause)
      })
    return attempt(0)
  }

  return {
    ...client,
    send,
    sendAndDecode: (schema, request) => Effect.flatMap(send(request), (response) => client.decode(schema, response))
  }
}
