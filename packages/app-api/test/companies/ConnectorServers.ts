/** Simulates HTTP connectors: one server that plays a scripted part for each company. */
import type { ScriptedResponses } from "@sheaf/adapters-http/testing"
import { createServer } from "node:http"
import type { RequestListener } from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { ServerOptions } from "node:https"
import { text } from "node:stream/consumers"
import { close, listen } from "../../src/testing/TestServer.ts"

export interface Call {
  readonly company: string
  /** `begin`, `resume`, `document` or `cancel`. */
  readonly name: string
  readonly body: string
}

export type ConnectorScript = (call: Call) => ScriptedResponses.ScriptedResponse

export interface ConnectorServers {
  readonly urlOf: (company: string) => string
  readonly calls: ReadonlyArray<Call>
  readonly close: () => Promise<void>
}

/** Listens on a free port. `parts` has a script for each company. */
export const start = async (
  parts: Readonly<Record<string, ConnectorScript>>,
  tls?: ServerOptions
): Promise<ConnectorServers> => {
  const calls: Array<Call> = []
  const listener: RequestListener = (request, response) => {
    void text(request).then((body) => {
      const [, company = "", , name = ""] = (request.url ?? "").split("/")
      const call = { company, name, body }
      calls.push(call)
      parts[company]?.(call)(response)
    })
  }
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener)
  const port = await listen(server)
  return {
    urlOf: (company) => `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}/${company}`,
    calls,
    close: () => close(server)
  }
}
