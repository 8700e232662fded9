/** Problems that are written without the interface: of what is refused before it becomes a request of anybody's. */
import { Problem } from "@sheaf/http-contract"
import type { ProblemCode } from "@sheaf/http-contract"
import { STATUS_CODES } from "node:http"
import type { ServerResponse } from "node:http"

/** After each of them the connection ends. */
const make = (code: ProblemCode.ProblemCode, detail: string, requestId: string) => {
  const problem = Problem.make(code, { detail, requestId })
  const body = JSON.stringify(problem)
  const headers = {
    "content-type": Problem.contentType,
    "content-length": String(Buffer.byteLength(body)),
    "cache-control": "no-store",
    "x-request-id": requestId,
    connection: "close"
  }
  return { status: problem.status, headers, body }
}

/** The whole answer, for a connection that no response belongs to. */
export const text = (code: ProblemCode.ProblemCode, detail: string, requestId: string): string => {
  const { body, headers, status } = make(code, detail, requestId)
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
  return [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...lines, "", body].join("\r\n")
}

/** Ends a response with the problem. */
export const end = (
  response: ServerResponse,
  code: ProblemCode.ProblemCode,
  detail: string,
  requestId: string
): void => {
  const { body, headers, status } = make(code, detail, requestId)
  if (!response.destroyed) response.writeHead(status, headers).end(body)
}
