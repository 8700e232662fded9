/**
 * A request as the listener sees it, with the result of its certificate check (spec 5.3), and as fibers see it, with
 * the id for log lines, problems and `X-Request-Id` (spec 7).
 */
import type { PeerCertificateError, PeerClient } from "@sheaf/ports"
import { Effect, Context } from "effect"
import { IncomingMessage } from "node:http"
import type { ServerResponse } from "node:http"
import * as Networks from "./Networks.ts"
import { randomUUID } from "node:crypto"
import type { Fiber } from "effect"
import { HttpServerRequest } from "effect/http"

/** Why a request is rejected because of its certificate. `CertificateUnchecked`: the check itself has failed. */
export type CertificateError = PeerCertificateError | { readonly _tag: "CertificateUnchecked" }

/**
 * The class of requests, passed to `createServer` as `IncomingMessage`. The certificate gate sets its first three
 * fields.
 */
export class IncomingRequest extends IncomingMessage {
  /** The client that the certificate identifies, if any. */
  peer: PeerClient | undefined = undefined
  /** What is wrong with the certificate, if it was rejected. */
  certificateError: CertificateError | undefined = undefined
  /** Checks the certificate again, and updates the two fields above. Absent without a certificate. */
  checkCertificate: Effect.Effect<void> | undefined = undefined
  /** The proxies that may describe the caller, set by the listener. */
  proxies: Networks.Networks = Networks.none
  /** The caller's address, once `RemoteAddress` has determined it. */
  remoteAddress: { readonly value: string | undefined } | undefined = undefined
  /** The response, as set by the listener. */
  response: ServerResponse | undefined = undefined
  /** How many bytes of the body have arrived. */
  received = 0
  /** Called once `received` exceeds the limit. */
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

/** Checks a held request's certificate again. */
export const recheckCertificate = (source: object): Effect.Effect<void> =>
  source instanceof IncomingRequest && source.checkCertificate ? source.checkCertificate : Effect.void

export const RequestId = Context.Reference<string>("@sheaf/adapters-http/RequestId", { defaultValue: () => "unknown" })

/** A UUID, or a W3C trace id other than all zeros. A text of another form could contain a personal number. */
const wellFormed = /^(?:[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|(?!0{32})[0-9a-f]{32})$/

/**
 * Returns the caller's request id if it is well-formed, and otherwise a new one. Header names must be in lower case.
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

/** Runs `next`, unless `rejectionOf` returns a rejection to run instead. */
export const runUnlessRejected = <A, E, R, B, E2>(
  next: Effect.Effect<A, E, R>,
  rejectionOf: (current: CurrentRequest, fiber: Fiber.Fiber<unknown, unknown>) => Effect.Effect<B, E2> | undefined
): Effect.Effect<A | B, E | E2, R> =>
  Effect.withFiber<A | B, E | E2, R>((fiber) => rejectionOf(currentRequestOf(fiber), fiber) ?? next)
