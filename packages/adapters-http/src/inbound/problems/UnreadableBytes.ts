/** The errors of bytes that Node's parsers cannot read as a request (RFC 9110 §15.5.15, RFC 6585 §5). */
import { apiError } from "./ApiErrors.ts"
import type { ApiError } from "./ApiErrors.ts"

/** What Node tells about the bytes. */
export interface ClientError extends NodeJS.ErrnoException {
  /** The bytes that arrived last, if it is the HTTP parser that failed. */
  readonly rawPacket?: Uint8Array
}

/** The first byte of a TLS handshake (RFC 8446 §5.1). */
const handshake = 0x16

const lineFeed = 0x0a

/** Returns the error for bytes that are not a request. */
export const errorOf = ({ code, rawPacket }: ClientError): ApiError => {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return apiError("TooSlow")
    case "HPE_HEADER_OVERFLOW":
      // An address that is too long leaves no room for the end of its line.
      return apiError(rawPacket?.includes(lineFeed) === false ? "UriTooLong" : "HeaderTooLarge")
    case "ERR_SSL_HTTP_REQUEST":
      return apiError("PlainOnTlsPort")
    default:
      return apiError(rawPacket?.[0] === handshake ? "TlsOnPlainPort" : "NotHttp")
  }
}
