/** Calls to an electronic-ID provider, and what their failures mean for an order. */
import { ElectronicIdError } from "@sheaf/ports"
import type { ElectronicIdProgress } from "@sheaf/ports"
import { Effect, Option, Schema } from "effect"
import { HttpClientRequest } from "effect/http"
import type * as OutboundClient from "../OutboundClient.ts"
import { UnexpectedStatusError } from "../OutboundError.ts"
import type { OutboundError } from "../OutboundError.ts"

export const maxBytes = 64 * 1024

export type CallError = OutboundError | UnexpectedStatusError

export const forgottenProgress: ElectronicIdProgress = { _tag: "Failed", hint: "expiredTransaction" }

export const refusedError = new ElectronicIdError({ reason: "REFUSED" })

export const isRetryable = (status: number): boolean => status >= 500 || status === 408 || status === 429

/** `conflict` is the error code with which a provider rejects a person's second open order. */
export const mapToElectronicIdError = (conflict?: string) =>
  Effect.mapError((cause: CallError | ElectronicIdError) => {
    const failed = (reason: ElectronicIdError["reason"]) => new ElectronicIdError({ reason, cause })
    switch (cause._tag) {
      case "ElectronicIdError":
        return cause
      case "OutboundError":
        return failed(cause.isUnreachable ? "UNREACHABLE" : "REFUSED")
      case "UnexpectedStatusError":
        if (isRetryable(cause.status)) return failed("PROVIDER_ERROR")
        return failed(conflict !== undefined && cause.errorCode === conflict ? "ALREADY_IN_PROGRESS" : "REFUSED")
    }
  })

/** Only the error code of a rejection is read, because the rest may name people. */
const Refusal = Schema.Struct({
  errorCode: Schema.String.check(Schema.isPattern(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/))
}).annotate({ identifier: "ElectronicIdRefusal" })

export const makeCalls = (client: OutboundClient.OutboundClient) => {
  const refusal = (response: OutboundClient.OutboundResponse) =>
    client.decode(Refusal, response).pipe(
      Effect.option,
      Effect.flatMap((told) =>
        Effect.fail(new UnexpectedStatusError({ status: response.status, ...Option.getOrElse(told, () => ({})) }))
      )
    )
  const send = (request: HttpClientRequest.HttpClientRequest) =>
    client
      .send(HttpClientRequest.acceptJson(request))
      .pipe(Effect.filterOrElse(({ status }) => status >= 200 && status < 300, refusal))
  return {
    post: (path: string, body: object, headers: Readonly<Record<string, string>> = {}) =>
      send(
        HttpClientRequest.post(path).pipe(HttpClientRequest.setHeaders(headers), HttpClientRequest.bodyJsonUnsafe(body))
      ),
    get: (path: string) => send(HttpClientRequest.get(path))
  }
}
