/**
 * Requests by pages of other origins (the CORS protocol of the Fetch standard). Browsers show a response to such a page only if the
 * response allows the page's origin. No response allows cookies, so pages can use only credentials that they have.
 */
import type { IncomingMessage } from "node:http"

export interface Cors {
  /** Returns the header lines that the response to this request needs, each with its line ending. */
  readonly headerLinesFor: (request: IncomingMessage) => string
  /**
   * Returns the header fields of the response to a preflight request from an allowed origin, with which a browser asks
   * whether it may send another request. Returns `undefined` for every other request.
   */
  readonly preflightFor: (request: IncomingMessage) => Readonly<Record<string, string>> | undefined
}

/** No origin is allowed, and responses do not mention origins. */
export const none: Cors = { headerLinesFor: () => "", preflightFor: () => undefined }

// Without cookies, an asterisk stands for all names, except that `Authorization` must be named.
const preflight = {
  "access-control-allow-methods": "*",
  "access-control-allow-headers": "*, Authorization",
  "access-control-max-age": "600"
}

/** Allows pages of these origins, such as `https://app.example`. */
export const of = (origins: ReadonlyArray<string>): Cors => {
  if (origins.length === 0) return none
  // A cache must not serve a response for one origin to another.
  const vary = "vary: Origin\r\n"
  const exposed = "access-control-expose-headers: *\r\n"
  const lines = new Map(
    origins.map((origin) => [origin, `${vary}access-control-allow-origin: ${origin}\r\n${exposed}`] as const)
  )
  const linesFor = ({ headers }: IncomingMessage): string => lines.get(headers.origin ?? "") ?? vary
  return {
    headerLinesFor: linesFor,
    preflightFor: ({ headers, method }) =>
      method === "OPTIONS" && headers["access-control-request-method"] !== undefined && lines.has(headers.origin ?? "")
        ? preflight
        : undefined
  }
}
