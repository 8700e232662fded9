/** The problems for unreadable bytes, and for requests that reach no route (spec 7, 8). */
import type { Problem } from "@sheaf/http-contract"
import { simpleRow } from "./ProblemRows.ts"
import type { ProblemContext } from "./ProblemRows.ts"

export const listenerRows = {
  NotHttp: simpleRow("MALFORMED_REQUEST", "The bytes are not an HTTP/1.1 request."),
  TlsOnPlainPort: simpleRow(
    "MALFORMED_REQUEST",
    "This port speaks plain HTTP, and the client began a TLS handshake. Use http://, or the port for mutual TLS."
  ),
  PlainOnTlsPort: simpleRow(
    "MALFORMED_REQUEST",
    "This port speaks only HTTPS with a client certificate. Use https://."
  ),
  UriTooLong: simpleRow("URI_TOO_LONG", "The address in the request line is too long."),
  HeaderTooLarge: simpleRow("HEADER_FIELDS_TOO_LARGE", "The header fields are larger than 16 KiB in total."),
  NoHost: simpleRow("MALFORMED_REQUEST", "An HTTP/1.1 request must have exactly one Host header."),
  MisdirectedRequest: simpleRow(
    "MISDIRECTED_REQUEST",
    "This service serves only localhost and loopback addresses. Set SHEAF_PUBLIC_URL to use another name."
  ),
  TooSlow: simpleRow("REQUEST_TOO_SLOW", "The request arrived too slowly."),
  UnsupportedTransferCoding: simpleRow("TRANSFER_CODING_NOT_SUPPORTED", "Transfer-Encoding must be exactly chunked."),
  UnsupportedHttpVersion: simpleRow("HTTP_VERSION_NOT_SUPPORTED", "The request line must name HTTP/1.1 or HTTP/1.0.")
} satisfies Readonly<Record<string, (error: unknown, context: ProblemContext) => Problem.Problem>>
