/** Serves a connector over HTTP. */
import { hash, randomBytes, timingSafeEqual } from "node:crypto"
import { createServer } from "node:http"
import type { IncomingMessage, ServerResponse } from "node:http"
import { makeCallHandler } from "./Connector.ts"
import type { ConnectorResponse, Connector } from "./Connector.ts"
import { RequestError } from "./RequestError.ts"
import { fetchThrough } from "./Site.ts"

/** Large enough for device responses (docs/connectors.md#limits). */
const maxBody = 8 * 1024 * 1024

const digest = (text: string): Buffer => hash("sha256", text, "buffer")

/** Compares in constant time. */
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other))

/**
 * This header sets the current time while a cassette is played. The server reads it only during a recording or a
 * replay.
 */
export const timeHeader = "cassette-time"

const readBody = async (request: IncomingMessage): Promise<unknown> => {
  const parts: Array<Buffer> = []
  let length = 0
  for await (const part of request) {
    if (!Buffer.isBuffer(part)) continue
    length += part.length
    if (length > maxBody) throw new RequestError(413, "The body is too long")
    parts.push(part)
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(parts).toString())
    return body
  } catch {
    throw new RequestError(400, "The body is not JSON")
  }
}

const problem = (status: number, title: string): ConnectorResponse => ({
  status,
  contentType: "application/problem+json",
  content: JSON.stringify({ title })
})

/** An unexpected error's message may contain personal data, so it appears neither in the answer nor in the output. */
const failure = (error: unknown): ConnectorResponse => {
  if (error instanceof RequestError) return problem(error.status, error.message)
  const frames = error instanceof Error ? (error.stack?.match(/^ +at .*$/gm) ?? []) : []
  const name = error instanceof Error ? error.name : typeof error
  process.stderr.write(`${[`the connector failed: ${name}`, ...frames].join("\n")}\n`)
  return problem(500, "The connector failed")
}

const send = (response: ServerResponse, { content, contentType, status }: ConnectorResponse): void => {
  response.writeHead(status, contentType === undefined ? {} : { "content-type": contentType })
  response.end(status === 204 ? undefined : content)
}

const headerOf = ({ headers }: IncomingMessage, name: string): string | undefined => {
  const value = headers[name]
  return typeof value === "string" ? value : undefined
}

/** Defaults come from the environment. */
export interface Options {
  readonly secret: string
  readonly key: string
  readonly host: string
  readonly port: number
  /** The URL of the proxy during a recording or a replay. */
  readonly proxy: string | undefined
}

const fromEnvironment = ({ env } = process): Options => {
  const secret = env["CONNECTOR_SECRET"] ?? ""
  if (secret === "") throw new Error("set CONNECTOR_SECRET to the secret that Sheaf sends")
  return {
    secret,
    key: env["CONNECTOR_KEY"] ?? randomBytes(32).toString("hex"),
    host: env["HOST"] ?? "127.0.0.1",
    port: Number(env["PORT"] ?? 8091),
    proxy: env["CONNECTOR_PROXY"]
  }
}

/** Starts the server and prints its URL. On SIGTERM or SIGINT, answers the open calls and stops. */
export const serve = <State>(connector: Connector<State>, options: Options = fromEnvironment()): void => {
  const { host, key, port, proxy, secret } = options
  let time: string | undefined
  const call = makeCallHandler(connector, {
    key,
    fetch: fetchThrough(proxy),
    now: () => (time === undefined ? new Date() : new Date(time))
  })
  const respond = async (request: IncomingMessage): Promise<ConnectorResponse> => {
    if (!isSame(headerOf(request, "authorization") ?? "", `Bearer ${secret}`)) {
      throw new RequestError(401, "The secret is missing or wrong")
    }
    const [, name] = /^\/v1\/(\w+)$/.exec(request.url ?? "") ?? []
    if (name === undefined || request.method !== "POST") throw new RequestError(404, "Unknown call")
    if (proxy !== undefined) time = headerOf(request, timeHeader)
    return call(name, await readBody(request), headerOf(request, "idempotency-key"))
  }
  const server = createServer((request, response) => {
    respond(request)
      .catch(failure)
      .then((answer) => send(response, answer))
      .catch(() => response.destroy())
  })
  server.listen(port, host, () => {
    const address = server.address()
    const listening = typeof address === "object" && address !== null ? address.port : port
    process.stdout.write(`listens on http://${host}:${listening}\n`)
  })
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => server.close())
}
