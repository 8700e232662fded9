/** Errors of calls to a connector over HTTP, and what each means for retries and for the company's status. */
import { ConnectorError } from "@sheaf/ports"
import { Schema } from "effect"
import type { OutboundError, UnexpectedStatusError } from "../OutboundError.ts"
import type { CallOutcome } from "./CircuitBreaker.ts"

/**
 * A response that cannot be used:
 * - ENCODED: the response is compressed, although the request accepts no coding.
 * - MISSHAPEN: the response is JSON, but not a step.
 * - UNSHOWN: the step asks for an answer, but shows no question that the person could answer.
 * - DEVICE_HOST: the step sends the person's device to a host that the configuration does not allow.
 * - PAGE_HOST: the step shows a page on a host that the configuration does not allow.
 * - OVERLONG: the step is too long. Only a step that ends the collection may have this length.
 */
export class ConnectorResponseError extends Schema.TaggedError<ConnectorResponseError>()("ConnectorResponseError", {
  reason: Schema.Literals(["ENCODED", "MISSHAPEN", "UNSHOWN", "DEVICE_HOST", "PAGE_HOST", "OVERLONG"])
}) {
  override get message(): string {
    return `the response cannot be used: ${this.reason}`
  }
}

export class CircuitOpenError extends Schema.TaggedError<CircuitOpenError>()("CircuitOpenError", {}) {
  override get message(): string {
    return "the company is not responding, and calls are paused"
  }
}

export type AttemptedConnectorCallError = OutboundError | UnexpectedStatusError | ConnectorResponseError

export type ConnectorCallError = AttemptedConnectorCallError | CircuitOpenError

const isAway = (status: number): boolean => status === 503 || status === 504

/** Returns true if a retry can help, for example after a server error, a timeout, or too many calls. */
const isPassing = (status: number): boolean => (status >= 500 && status < 600) || [408, 425, 429].includes(status)

const reasonOf = (fault: ConnectorCallError): ConnectorError["reason"] => {
  switch (fault._tag) {
    case "OutboundError":
      return fault.isUnreachable || fault.isWithoutRoom ? "UNREACHABLE" : "BROKEN"
    case "ConnectorResponseError":
      return "BROKEN"
    case "CircuitOpenError":
      return "UNREACHABLE"
    case "UnexpectedStatusError":
      if (isAway(fault.status)) return "UNREACHABLE"
      return isPassing(fault.status) ? "COMPANY_ERROR" : "BROKEN"
  }
}

/** The returned error's reason says whether a retry can help (spec 3.3). */
export const toConnectorError = (fault: ConnectorCallError): ConnectorError =>
  new ConnectorError({ reason: reasonOf(fault), cause: fault })

/** Returns true for a status that rejects only this call. Any other status, such as 401, would reject every call. */
const isRefusal = (status: number): boolean => [400, 413, 422].includes(status)

/** A company that rejects one call may still accept others, so a rejection counts as FINE. */
export const callOutcomeOf = (fault: AttemptedConnectorCallError): CallOutcome => {
  if (fault._tag === "OutboundError" && fault.isUnreachable) return "UNANSWERED"
  if (fault._tag === "OutboundError" && fault.isWithoutRoom) return "FINE"
  return fault._tag === "UnexpectedStatusError" && isRefusal(fault.status) ? "FINE" : "FAILED"
}
