/**
 * An incoming request, with what the listener knows about it: the sender's address and the result of the certificate
 * check (spec 5.3, 8). The request's id is available to every fiber, for log lines, problems and `X-Request-Id` (spec
 * 7).
 */
import type { PeerCertificateError, PeerClient, StoreError } from "@sheaf/ports"
import { Effect, Context, Cause, Exit, Option } from "effect"
import { IncomingMessage } from "node:http"
import type { ServerResponse, IncomingHttpHeaders } from "node:http"
import * as Networks from "./Networks.ts"
import { randomUUID } from "node:crypto"
import type { Fiber } from "effect"
import { HttpServerRequest } from "effect/http"
import { isIP } from "node:net"
import { TLSSocket } from "node:tls"
import { summarizeFailures, PeerCertificates } from "@sheaf/ports"

/** `CertificateUnchecked` means that the check itself failed. */
export type CertificateError = PeerCertificateError | { readonly _tag: "CertificateUnchecked" }

/** Passed to `createServer` as `IncomingMessage`. The certificate gate sets the first three fields. */
export class IncomingRequest extends IncomingMessage {
  peer: PeerClient | undefined = undefined
  certificateError: CertificateError | undefined = undefined
  /** Checks the certificate again and updates `peer` and `certificateError`. Absent without a certificate. */
  checkCertificate: Effect.Effect<void> | undefined = undefined
  /** Proxies trusted to report the caller's address. Set by the listener. */
  proxies: Networks.Networks = Networks.none
  /** The caller's address, once {@link remoteAddress} has determined it. */
  remoteAddress: { readonly value: string | undefined } | undefined = undefined
  response: ServerResponse | undefined = undefined
  /** How many bytes of the body have arrived. */
  received = 0
  /** `run` is called once, as soon as `received` exceeds `bytes`. */
  bodyLimit: { readonly bytes: number; readonly run: () => void } | undefined = undefined

  override push(chunk: Uint8Array | null, encoding?: BufferEncoding): boolean {
    if (chunk !== null) {
      this.received += chunk.length
      if (this.bodyLimit !== undefined && this.received > this.bodyLimit.bytes) {
        const { run } = this.bodyLimit
        this.bodyLimit = undefined
        run()
      }
    }
    return super.push(chunk, encoding)
  }
}

export const recheckCertificate = (source: object): Effect.Effect<void> =>
  source instanceof IncomingRequest && source.checkCertificate ? source.checkCertificate : Effect.void

export const RequestId = Context.Reference<string>("@sheaf/adapters-http/RequestId", { defaultValue: () => "unknown" })

/** A UUID, or a W3C trace id other than all zeros. Any other text could contain a personal number. */
const wellFormed = /^(?:[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|(?!0{32})[0-9a-f]{32})$/

/**
 * Returns the caller's request id if it is well-formed, and otherwise a new one. Expects header names in lower case.
 */
export const requestIdOf = (headers: Readonly<Record<string, unknown>>): string => {
  const given = headers["x-request-id"]
  return typeof given === "string" && wellFormed.test(given) ? given : randomUUID()
}

export interface CurrentRequest {
  readonly request: HttpServerRequest.HttpServerRequest
  readonly requestId: string
}

export const currentRequestOf = (fiber: Fiber.Fiber<unknown, unknown>): CurrentRequest => ({
  request: Context.getUnsafe(fiber.context, HttpServerRequest.HttpServerRequest),
  requestId: fiber.getRef(RequestId)
})

export const runUnlessRejected = <A, E, R, B, E2>(
  next: Effect.Effect<A, E, R>,
  rejectionOf: (current: CurrentRequest, fiber: Fiber.Fiber<unknown, unknown>) => Effect.Effect<B, E2> | undefined
): Effect.Effect<A | B, E | E2, R> =>
  Effect.withFiber<A | B, E | E2, R>((fiber) => rejectionOf(currentRequestOf(fiber), fiber) ?? next)

/** Returns the index of the quotation mark that opens the quoted string ending at `end`, or -1. */
const openingOf = (text: string, end: number): number => {
  for (let at = text.lastIndexOf('"', end - 1); at >= 0; at = at === 0 ? -1 : text.lastIndexOf('"', at - 1)) {
    let before = at
    while (text[before - 1] === "\\") before--
    if ((at - before) % 2 === 0) return at
  }
  return -1
}

/**
 * Splits a header value at commas or semicolons outside quoted strings, from the right. Proxies append on the right, so
 * nothing that the client wrote on the left can change their part.
 */
const splitFromRight = function* (text: string, separator: "," | ";"): Generator<string> {
  let end = text.length
  for (let at = end - 1; at >= 0; at--) {
    if (text[at] === '"') at = openingOf(text, at)
    else if (text[at] === separator) {
      yield text.slice(at + 1, end)
      end = at
    }
  }
  yield text.slice(0, end)
}

const mapped = /^::ffff:(?=[0-9.]+$)/i

/** Returns the IPv4 form of an IPv4-mapped IPv6 address, and any other address in lower case. */
export const normalizeAddress = (address: string): string => address.replace(mapped, "").toLowerCase()

/** An IPv6 address in brackets, or an IPv4 address, with an optional port. */
const node = /^(?:\[([0-9a-fA-F:.]+)\]|([0-9.]+))(?::[0-9]{1,5})?$/

const parse = (text: string): string | undefined => {
  const [, ipv6, ipv4] = node.exec(text) ?? []
  const address = ipv6 ?? ipv4 ?? text
  return isIP(address) === 0 ? undefined : normalizeAddress(address)
}

const forPair = /^\s*for=(?:"([^"\\]*)"|([^"\s]*))\s*$/i

/** Returns the address in the `for` of a `Forwarded` element. There must be exactly one `for`. */
const forOf = (element: string): string => {
  const named = Array.from(splitFromRight(element, ";"), (pair) => forPair.exec(pair)).filter((found) => found !== null)
  return named.length === 1 ? (named[0]?.[1] ?? named[0]?.[2] ?? "") : ""
}

const hopsOf = function* (headers: IncomingHttpHeaders): Generator<string | undefined> {
  const { forwarded, "x-forwarded-for": list } = headers
  // A proxy sets only one of the two fields, so the client may have sent the other.
  if (forwarded !== undefined && list !== undefined) return void (yield undefined)
  if (forwarded !== undefined) for (const element of splitFromRight(forwarded, ",")) yield parse(forOf(element))
  if (list !== undefined) for (const text of String(list).split(",").toReversed()) yield parse(text.trim())
}

/**
 * Returns the caller's address behind `proxies`, or `undefined` if only proxies' addresses are known. The address comes
 * from `Forwarded` (RFC 7239) or `X-Forwarded-For`. Any client can send these fields, so they are ignored unless a
 * proxy sent them (spec 8).
 */
const find = ({ headers, socket }: IncomingRequest, proxies: Networks.Networks): string | undefined => {
  const { remoteAddress } = socket
  if (remoteAddress === undefined) return undefined
  if (!proxies.has(remoteAddress)) return normalizeAddress(remoteAddress)
  // Sheaf decrypts TLS itself here, so the proxy cannot have added header fields. Any such fields come from the client.
  if (socket instanceof TLSSocket) return undefined
  for (const hop of hopsOf(headers)) if (hop === undefined || !proxies.has(hop)) return hop
  return undefined
}

/**
 * Returns the caller's address, or `undefined` if only a proxy's address is known, because limits per address do not
 * apply to proxies. `source` is the server's request.
 */
export const remoteAddress = (source: object): string | undefined =>
  source instanceof IncomingRequest
    ? (source.remoteAddress ??= { value: find(source, source.proxies) }).value
    : undefined

export const connectionFacts = (source: object) =>
  source instanceof IncomingRequest
    ? { peer: source.peer, certificateError: source.certificateError, address: remoteAddress(source) }
    : { peer: undefined, certificateError: undefined, address: undefined }

/**
 * Returns the network that a failed request counts toward. If the caller's address is unknown, returns the network of
 * the connection, even if the connection comes from a proxy. Otherwise, callers could avoid being counted by sending a
 * malformed or additional header field.
 */
export const callerPrefix64 = (source: object): string | undefined => {
  const address = remoteAddress(source) ?? (source instanceof IncomingRequest ? source.socket.remoteAddress : undefined)
  return address === undefined ? undefined : Networks.prefix64Of(normalizeAddress(address))
}

/** A byte sequence (RFC 8941 §3.3.5). */
const byteSequence = /^ *:([A-Za-z0-9+/]+={0,2}): *$/

/**
 * Returns the DER certificate in the value of `Client-Cert`, in which a TLS-terminating proxy forwards the client's
 * certificate (RFC 9440). Returns nothing unless the value is a single byte sequence.
 */
export const parseClientCert = (value: string): Option.Option<Uint8Array> =>
  Option.map(Option.fromUndefinedOr(byteSequence.exec(value)?.[1]), (base64) => Buffer.from(base64, "base64"))

const unchecked: CertificateError = { _tag: "CertificateUnchecked" }

/**
 * Records in the request which client the certificate identifies, or why the certificate is rejected. Then calls `next`
 * once, possibly later. Rejected requests also continue, because a later stage responds to them.
 *
 * Both the plain and the mutual TLS listener check every request: on a long-lived connection or a resumed session, the
 * certificate may have expired or been revoked since the handshake.
 */
export type CertificateGate = (request: IncomingRequest, next: () => void) => void

export interface CertificateGateOptions {
  /** Addresses and networks of proxies whose `Client-Cert` is trusted. Default: none. */
  readonly proxies?: ReadonlyArray<string>
}

/**
 * Returns the certificate that a trusted proxy forwarded, as DER. The result is empty if the certificate cannot be
 * read.
 */
const forwardedCertificate = (
  { headers, socket }: IncomingRequest,
  proxies: Networks.Networks
): Uint8Array | undefined => {
  const field = headers["client-cert"]
  if (field === undefined || !proxies.has(socket.remoteAddress)) return undefined
  return Option.getOrElse(parseClientCert(String(field)), () => new Uint8Array(0))
}

/** Removes certificate header fields, so no later stage trusts a forged one. */
const dropFields = ({ headers }: IncomingRequest): void => {
  if (headers["client-cert"] !== undefined) delete headers["client-cert"]
  if (headers["client-cert-chain"] !== undefined) delete headers["client-cert-chain"]
}

export const makeCertificateGate = ({ proxies = [] }: CertificateGateOptions = {}): Effect.Effect<
  CertificateGate,
  never,
  PeerCertificates
> =>
  Effect.gen(function* () {
    const peers = yield* PeerCertificates
    const run = Effect.runForkWith(yield* Effect.context<never>())
    const known = Networks.of(proxies)
    const checks = new WeakMap<TLSSocket, ReturnType<typeof peers.identify>>()

    /** All requests on a connection share its certificate check, because the certificate stays the same. */
    const checkOf = (socket: TLSSocket) => {
      const found = checks.get(socket) ?? peers.identify(socket.getPeerX509Certificate()?.raw ?? new Uint8Array(0))
      checks.set(socket, found)
      return found
    }

    /** Over TLS, `Client-Cert` is ignored. */
    const checkFor = (request: IncomingRequest) => {
      if (request.socket instanceof TLSSocket) return checkOf(request.socket)
      const shown = forwardedCertificate(request, known)
      return shown && peers.identify(shown)
    }

    const errorOf = (
      cause: Cause.Cause<PeerCertificateError | StoreError>,
      requestId: string
    ): readonly [CertificateError, Effect.Effect<void>] => {
      const error = Option.getOrUndefined(Cause.findErrorOption(cause))
      if (error?._tag === "PeerCertificateError") {
        const told = { requestId, reason: error.reason }
        return [error, Effect.annotateLogs(Effect.logDebug("client certificate rejected"), told)]
      }
      const told = { requestId, failures: summarizeFailures(cause) }
      return [unchecked, Effect.annotateLogs(Effect.logError("could not check a client certificate"), told)]
    }

    return (request, next) => {
      const check = checkFor(request)
      dropFields(request)
      if (check === undefined) return next()
      request.checkCertificate = Effect.matchCauseEffect(check, {
        onSuccess: (peer) => Effect.sync(() => void (request.peer = peer)),
        onFailure: (cause) => {
          const [error, log] = errorOf(cause, requestIdOf(request.headers))
          request.certificateError = error
          return log
        }
      })
      const fiber = run(request.checkCertificate)
      // Usually, the check has already ended here, so `go` is called immediately.
      const go = (exit: Exit.Exit<void>): void => {
        if (Exit.isFailure(exit)) request.certificateError = unchecked
        next()
      }
      const exit = fiber.pollUnsafe()
      if (exit === undefined) fiber.addObserver(go)
      else go(exit)
    }
  })
