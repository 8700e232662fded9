/** A fake of a provider's HTTP server. It records requests, and tests can make it misbehave. */
import { Effect, Redacted } from "effect"
import type { IncomingMessage } from "node:http"
import type { ServerOptions } from "node:https"
import { completeResponse } from "./ScriptedResponses.ts"
import type { ScriptedResponse } from "./ScriptedResponses.ts"
import * as TestServer from "./TestServer.ts"

export interface ReceivedCall {
  readonly method: string
  readonly path: string
  /** The JSON body. Empty if the request has none. */
  readonly body: Readonly<Record<string, unknown>>
}

export const json = (status: number, body: object): ScriptedResponse => completeResponse(status, JSON.stringify(body))

/** Serves until the scope closes. `respond` plays the provider, and tests can override its responses. */
export const make = Effect.fnUntraced(function* (
  base: string,
  respond: (call: ReceivedCall) => ScriptedResponse,
  tls?: ServerOptions
) {
  const received: Array<ReceivedCall> = []
  let misbehavior: ScriptedResponse | undefined
  const handle = async (request: IncomingMessage): Promise<ScriptedResponse> => {
    const text = await TestServer.bodyOf(request)
    const { method = "", url = "" } = request
    const body: unknown = text === "" ? {} : JSON.parse(text)
    const call = { method, path: url.slice(base.length), body: { ...(body as object) } } // every body is an object
    // object.
    received.push(call)
    return misbehavior ?? (url.startsWith(base) ? respond(call) : json(404, {}))
  }
  const server = yield* TestServer.make((request, response) => {
    void handle(request).then((how) => how(response))
  }, tls)
  return {
    url: `${server.origin}${base}`,
    received,
    answerWith: (how: ScriptedResponse | undefined): void => void (misbehavior = how)
  }
})

export const inClear = (value: unknown): unknown => {
  if (Redacted.isRedacted(value)) return inClear(Redacted.value(value))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, inClear(each)]))
}
