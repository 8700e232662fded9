/** Scripted connectors over HTTP: one server that plays a part for each company, and can fail in any way. */
import type { Answers } from "@sheaf/adapters-http/testing"
import { createServer } from "node:http"
import type { IncomingMessage, RequestListener } from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { ServerOptions } from "node:https"
import { text } from "node:stream/consumers"
import { close, listen } from "../../src/testing/Listening.ts"

/** A call to a connector, as received. */
export interface Call {
  readonly company: string
  /** `begin`, `resume`, `document` or `cancel`. */
  readonly name: string
  readonly headers: IncomingMessage["headers"]
  /** The unparsed body. */
  readonly body: string
  /** The number of earlier identical calls. */
  readonly before: number
}

/** A scripted connector's response to a call. */
export type Part = (call: Call) => Answers.ScriptedAnswer

export interface PlayedConnectors {
  /** The base address of a company's connector. */
  readonly urlOf: (company: string) => string
  readonly port: number
  /** Every call so far. */
  readonly calls: ReadonlyArray<Call>
  readonly connections: () => number
  readonly close: () => Promise<void>
}

/** Starts the connectors on a free port, one for each company in `parts`. */
export const play = async (parts: Readonly<Record<string, Part>>, tls?: ServerOptions): Promise<PlayedConnectors> => {
  const calls: Array<Call> = []
  let connections = 0
  const listener: RequestListener = (request, response) => {
    void text(request).then((body) => {
      const [, company = "", , name = ""] = (request.url ?? "").split("/")
      const same = calls.filter((call) => call.company === company && call.name === name && call.body === body)
      const call: Call = { company, name, headers: request.headers, body, before: same.length }
      calls.push(call)
      parts[company]?.(call)(response)
    })
  }
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener)
  server.on("connection", () => connections++)
  const port = await listen(server)
  return {
    urlOf: (company) => `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}/${company}`,
    port,
    calls,
    connections: () => connections,
    close: () => close(server)
  }
}
