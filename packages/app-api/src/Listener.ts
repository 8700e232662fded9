/** The HTTP server of Node, as the service listens with it. */
import { Problem, ProblemCode } from "@sheaf/http-contract"
import { createServer, IncomingMessage, ServerResponse } from "node:http"
import type { Server } from "node:http"
import { randomUUID } from "node:crypto"

/**
 * Effect's adapter makes Node compare the length of every body with its header. Node then writes head and body
 * separately, two buffers to the kernel where one would do: a seventh of a status poll. Lengths here come out of the
 * body itself, a few lines above the comparison, so it is left out.
 */
class Response extends ServerResponse {}
Object.defineProperty(Response.prototype, "strictContentLength", { get: () => false, set: () => {} })

/** What is no HTTP never becomes a request: Node would answer it without a word. */
const malformed = (): string => {
  const requestId = randomUUID()
  const detail = "These bytes are not a request of HTTP/1.1, or its header is too large."
  const problem = Problem.make("MALFORMED_REQUEST", { detail, requestId })
  const body = JSON.stringify(problem)
  return [
    `HTTP/1.1 ${ProblemCode.table.MALFORMED_REQUEST.status} Bad Request`,
    `content-type: ${Problem.contentType}`,
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${requestId}`,
    "connection: close",
    "",
    body
  ].join("\r\n")
}

/**
 * Who does not finish a request in time is told so in HTTP's own words, and not with a problem: no code of the contract
 * has the status 408 (RFC 9110 §15.5.9), since no client that speaks HTTP properly ever sees one.
 */
const tooSlow = "HTTP/1.1 408 Request Timeout\r\nconnection: close\r\n\r\n"

/** A server that does not listen yet. */
export const make = (): Server => {
  // No other protocol is spoken here: who offers one is answered in this one (RFC 9110 §7.8).
  const server = createServer({ IncomingMessage, ServerResponse: Response, shouldUpgradeCallback: () => false })
  server.on("request", (request, response) => {
    // Node waits in vain for the end of what such a request might have been.
    if (request.headers.upgrade !== undefined) response.shouldKeepAlive = false
  })
  // An expectation that is not known may be left aside (RFC 9110 §10.1.1).
  server.on("checkExpectation", (request, response) => void server.emit("request", request, response))
  server.on("connect", (_, socket) => void socket.end(malformed()))
  server.on("clientError", (error: NodeJS.ErrnoException, socket) => {
    if (error.code === "ECONNRESET" || !socket.writable) return void socket.destroy()
    socket.end(error.code === "ERR_HTTP_REQUEST_TIMEOUT" ? tooSlow : malformed())
  })
  return server
}
