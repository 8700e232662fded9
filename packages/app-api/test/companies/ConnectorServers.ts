/** Scripted connectors over HTTP: one server that plays a part for each company. */
import type { ScriptedResponses } from "@sheaf/adapters-http/testing"
import { createServer } from "node:http"
import type { RequestListener } from "node:http"
import { createServer as createTlsServer } from "node:https"
import type { ServerOptions } from "node:https"
import { text } from "node:stream/consumers"
import { close, listen } from "../../src/testing/TestServer.ts"

/** A call to a connector, as received. */
export interface Call {
  readonly company: string
  /** `begin`, `resume`, `document` or `cancel`. */
  readonly name: string
  /** The unparsed body. */
  readonly body: string
}

/** A scripted connector's response to a call. */
export type ConnectorScript = (call: Call) => ScriptedResponses.ScriptedResponse

export interface ConnectorServers {
  /** The base address of a company's connector. */
  readonly urlOf: (company: string) => string
  /** Every call so far. */
  readonly calls: ReadonlyArray<Call>
  readonly close: () => Promise<void>
}

/** Starts the connectors on a free port, one for each company in `parts`. */
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
