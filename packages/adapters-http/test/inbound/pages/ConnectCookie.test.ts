/** Tests the names of Connect's cookies (spec 13). */
import type { ConnectOpenResult } from "@sheaf/ports"
import { Redacted } from "effect"
import { assert, it } from "vitest"
import * as ConnectCookie from "../../../src/inbound/pages/ConnectCookie.ts"

const connectSessionId = "019a9f0e-5c10-7d22-9b4e-3f2a1b0c9d8e"
const browser = Redacted.make("b".repeat(43))

const cookieOf = (isSecure: boolean, isFramed = false): ReadonlyArray<string> => {
  // The cookie depends only on the session's id.
  const body = { token: "", expiresAt: "", session: { connectSessionId } } as ConnectOpenResult["body"]
  return ConnectCookie.formatSetCookie({ body, browser, isFramed, isSecure }).split("; ")
}

const given = (isSecure: boolean): string => cookieOf(isSecure)[0] ?? ""

it.each([true, false])("a service reads only cookies of its own scheme and session (https: %s)", (isSecure) => {
  const session = { connectSessionId, isSecure }
  const read = (cookie: string, of = session) => ConnectCookie.readSecret({ cookie: `a=%; ${cookie}; b=2` }, of)
  assert.deepStrictEqual(read(given(isSecure)), browser)
  assert.isUndefined(read(given(!isSecure)))
  assert.isUndefined(read(given(isSecure), { ...session, connectSessionId: "019a9f0e-6b2c-7f41-8c3d-0a1b2c3d4e5f" }))
})

it("only the cookie of a frame can be sent from another site, and only from the site of its frame", () => {
  const inFrame = cookieOf(true, true).slice(1)
  assert.deepStrictEqual(inFrame, ["Path=/", "Max-Age=7200", "HttpOnly", "Secure", "SameSite=None", "Partitioned"])
  assert.deepStrictEqual(cookieOf(true).slice(1), ["Path=/", "Max-Age=7200", "HttpOnly", "Secure", "SameSite=Lax"])
})
