/** A client that receives prepared responses, in virtual time. */
import { createClient } from "@sheaf/client"
import type { FetchInit } from "@sheaf/client"
import { assert } from "vitest"
import { VirtualClock } from "./VirtualClock.ts"

export type PreparedResponse = () => Promise<Response>

export const json =
  (status: number, body: object, headers: Record<string, string> = {}): PreparedResponse =>
  () =>
    Promise.resolve(Response.json(body, { status, headers }))

export const problem = (
  status: number,
  code: string,
  headers: Record<string, string> = {},
  members: object = {}
): PreparedResponse =>
  json(
    status,
    { type: "/problems/x", title: "A problem", status, detail: "A detail.", code, requestId: "r-1", ...members },
    { "content-type": "application/problem+json", ...headers }
  )

export const text =
  (status: number, body: string, headers: Record<string, string> = {}): PreparedResponse =>
  () =>
    Promise.resolve(new Response(body, { status, headers }))

export const failure: PreparedResponse = () => Promise.reject(new TypeError("fetch failed"))

export const noResponse: PreparedResponse = () => new Promise(() => {})

export const prepare = (...responses: ReadonlyArray<PreparedResponse>) => {
  const clock = new VirtualClock()
  const sent: Array<FetchInit & { readonly url: string }> = []
  const sheaf = createClient({
    baseUrl: "https://sheaf.example/prefix/",
    apiKey: "key",
    clock,
    fetch: (url, init) => {
      sent.push({ url, ...init })
      return responses[Math.min(sent.length, responses.length) - 1]?.() ?? assert.fail("no response is prepared")
    }
  })
  return { clock, sent, sheaf, collection: sheaf.collections.at("c-1") }
}

export const unchanged =
  (headers: Record<string, string>): PreparedResponse =>
  () =>
    Promise.resolve(new Response(null, { status: 304, headers }))
