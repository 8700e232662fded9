/** The authorization page of a bank, as a browser uses it (decisions 9, 16). */
import { assert } from "vitest"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import type { IncomingMessage } from "node:http"
import { request } from "node:https"
import type { RequestOptions } from "node:https"
import { join } from "node:path"

/** Presses a button on a page and returns the address that the bank redirects to. */
export const decide = async (url: string | URL, decision: string, trust: RequestOptions): Promise<string> => {
  const headers = { "content-type": "application/x-www-form-urlencoded" }
  const sent = request(url, { method: "POST", headers, ...trust })
  sent.end(new URLSearchParams({ decision }).toString())
  const [response] = (await once(sent, "response")) as [IncomingMessage] // the event has this one argument
  response.resume()
  assert.strictEqual(response.statusCode, 303)
  return response.headers.location ?? assert.fail("the bank does not redirect")
}

/** Presses a button on a page whose certificate is in the data folder. */
export const press = (dataDir: string, url: string, decision: string): Promise<string> =>
  decide(url, decision, { ca: readFileSync(join(dataDir, "login-host", "login-host.pem")) })
