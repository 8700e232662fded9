/** A bank's authorization page, as a browser uses it (spec 2.4, 12). */
import { Device } from "@sheaf/adapters-sandbox/testing"
import { Effect } from "effect"
import { assert } from "vitest"
import { readFileSync } from "node:fs"
import type { RequestOptions } from "node:https"
import { join } from "node:path"

export const decide = async (url: string | URL, decision: string, trust: RequestOptions): Promise<string> => {
  const headers = { "content-type": "application/x-www-form-urlencoded" }
  const options = { method: "POST", headers, ...trust }
  const { response } = await Effect.runPromise(Device.sendRequest(String(url), options, `decision=${decision}`))
  assert.strictEqual(response.statusCode, 303)
  return response.headers.location ?? assert.fail("the bank does not redirect")
}

/**
 * Opens the URL of an authorization server, and returns the page to which it redirects. Returns any other URL
 * unchanged.
 */
export const open = async (url: string, trust: RequestOptions): Promise<string> => {
  if (!new URL(url).pathname.endsWith("/oauth/authorize")) return url
  const { response } = await Effect.runPromise(Device.sendRequest(url, { method: "GET", ...trust }))
  assert.strictEqual(response.statusCode, 303)
  return new URL(response.headers.location ?? assert.fail("the server does not redirect"), url).href
}

export const press = (dataDir: string, url: string, decision: string): Promise<string> =>
  decide(url, decision, trustOf(dataDir))

export const trustOf = (dataDir: string): RequestOptions => ({
  ca: readFileSync(join(dataDir, "login-host", "login-host.pem"))
})
