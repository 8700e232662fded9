/** The errors for bytes that Node cannot parse as a request (RFC 9110 §15.5.15, RFC 6585 §5). */
import { apiError } from "./ApiErrors.ts"
import type { ApiError } from "./ApiErrors.ts"

export interface ClientError extends NodeJS.ErrnoException {
  /** The last bytes received. Present only if the HTTP parser failed. */
  readonly rawPacket?: Uint8Array
}

/** The first byte of a TLS handshake (RFC 8446 §5.1). */
const handshake = 0x16

const lineFeed = 0x0a

export const errorOf = ({ code, rawPacket }: ClientError): ApiError => {
  switch (code) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return apiError("TooSlow")
    case "HPE_HEADER_OVERFLOW":
      // If there is no line feed, the URL fills the whole packet.
      return apiError(rawPacket?.includes(lineFeed) === false ? "UriTooLong" : "HeaderTooLarge")
    case "ERR_SSL_HTTP_REQUEST":
      return apiError("PlainOnTlsPort")
    default:
      return apiError(rawPacket?.[0] === handshake ? "TlsOnPlainPort" : "NotHttp")
  }
}
