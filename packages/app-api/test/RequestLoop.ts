/** Sends requests without a pause, to test that a service responds in every state. */
import { request } from "node:http"

const ask = (url: string): Promise<number | string> =>
  new Promise((resolve) => {
    const sent = request(url, { agent: false }, (response) => resolve(response.resume().statusCode ?? 0))
    sent.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message))
    sent.end()
  })

/**
 * Sends requests one after another until `isOver` returns true for an outcome. Returns how often each outcome occurred.
 */
export const requestUntil = async (url: string, isOver: (outcome: number | string) => boolean) => {
  const outcomes: Record<string, number> = {}
  for (let outcome: number | string = ""; !isOver(outcome); outcomes[outcome] = (outcomes[outcome] ?? 0) + 1) {
    outcome = await ask(url)
  }
  return outcomes
}
