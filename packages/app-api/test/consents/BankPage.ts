/** The page of a bank as a person has it in a browser that trusts the certificate of the sandbox's host (decisions 9, 16). */
import { assert } from "vitest"
import { once } from "node:events"
import { readFileSync } from "node:fs"
import type { IncomingMessage } from "node:http"
import { request } from "node:https"
import { join } from "node:path"

/** Presses a button of the page at `url`, and gives the address that the person is sent back to. */
export const press = async (dataDir: string, url: string, decision: string): Promise<string> => {
  const sent = request(url, {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    ca: readFileSync(join(dataDir, "login-host", "login-host.pem"))
  })
  sent.end(new URLSearchParams({ decision }).toString())
  const [response] = (await once(sent, "response")) as [IncomingMessage] // the event has this one argument
  response.resume()
  assert.strictEqual(response.statusCode, 303)
  return response.headers.location ?? assert.fail("the bank sends nobody back")
}
