/** A recording proxy between the service and a connector. */
import { ConnectorApi } from "@sheaf/adapters-http"
import { PublishedDocument } from "@sheaf/sandbox-site/testing"
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import { close, listen } from "../../src/testing/TestServer.ts"

export interface Exchange {
  readonly path: string
  readonly key: string | undefined
  readonly request: string
  readonly response: PublishedDocument.ObservedResponse
}

const published = new PublishedDocument.PublishedDocument(JSON.parse(JSON.stringify(ConnectorApi.openApiDocument())))

/** Returns one sentence for each rule of the published protocol that the exchange breaks. */
export const violationsOf = ({ response: answer, request: asked, path }: Exchange): ReadonlyArray<string> => {
  const operation = published.find("POST", path)
  if (operation === undefined) return [`${path} is not a protocol call`]
  const refusal = answer.status < 400 ? published.refusal(operation, asked) : undefined
  const violations = published.violations(operation, "POST", answer)
  return [...(refusal === undefined ? [] : [`the body: ${refusal}`]), ...violations].map((each) => `${path}: ${each}`)
}

export const send = async (
  base: string,
  path: string,
  asked: string,
  headers: Readonly<Record<string, string>>
): Promise<Exchange> => {
  const response = await fetch(base + path, { method: "POST", headers, body: asked, redirect: "manual" })
  const body = new Uint8Array(await response.arrayBuffer())
  const answer = { status: response.status, headers: response.headers, body }
  return { path, key: headers["idempotency-key"], request: asked, response: answer }
}

const handedOn = ["authorization", "content-type", "idempotency-key"] as const

export interface RecordingProxy {
  /** The proxy's URL, which stays the same when the connector changes. */
  readonly base: string
  readonly exchanges: ReadonlyArray<Exchange>
  readonly forwardTo: (connector: string) => void
  readonly close: () => Promise<void>
}

/** Starts a proxy on a free port. Until `forwardTo` sets a connector, the proxy closes all connections. */
export const open = async (): Promise<RecordingProxy> => {
  const exchanges: Array<Exchange> = []
  let connector = ""
  const server = createServer((request, response) => {
    const pass = async () => {
      const headers = Object.fromEntries(
        handedOn.flatMap((name) => {
          const value = request.headers[name]
          return typeof value === "string" ? [[name, value]] : []
        })
      )
      const exchange = await send(connector, request.url ?? "", await text(request), headers)
      exchanges.push(exchange)
      const { body, headers: answered, status } = exchange.response
      const mediaType = answered.get("content-type") ?? undefined
      response.writeHead(status, mediaType === undefined ? {} : { "content-type": mediaType }).end(body)
    }
    pass().catch(() => response.destroy())
  })
  const port = await listen(server)
  return {
    base: `http://127.0.0.1:${port}`,
    exchanges,
    forwardTo: (base) => {
      connector = base
    },
    close: () => close(server)
  }
}
