/**
 * The header field in which a proxy that terminates TLS forwards the client certificate (RFC 9440). The field is
 * trusted only from configured addresses, because any client can send it (spec 5.3).
 */
import { Option } from "effect"

/** A byte sequence (RFC 8941 §3.3.5). */
const byteSequence = /^ *:([A-Za-z0-9+/]+={0,2}): *$/

/** Returns the DER certificate in a `Client-Cert` value, or nothing unless the value is a single byte sequence. */
export const parse = (value: string): Option.Option<Uint8Array> =>
  Option.map(Option.fromUndefinedOr(byteSequence.exec(value)?.[1]), (base64) => Buffer.from(base64, "base64"))
