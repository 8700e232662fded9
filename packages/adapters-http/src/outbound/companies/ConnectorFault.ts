/** What goes wrong with a call of a connector over HTTP, what the service makes of it, and what it says of the company. */
import { ConnectorError } from "@sheaf/ports"
import { Schema } from "effect"
import type { CallOutcome } from "./CircuitBreaker.ts"
import type { OutboundError, OutboundReason } from "../OutboundError.ts"

/** The connector answered with another status than success. */
export class ConnectorRefused extends Schema.TaggedError<ConnectorRefused>()("ConnectorRefused", {
  status: Schema.Int
}) {
  override get message(): string {
    return `the connector answered ${this.status}`
  }
}

/**
 * The connector answered with what cannot be used:
 * - ENCODED: it is compressed, although nothing was said to be accepted.
 * - MISSHAPEN: it is JSON, and no step.
 * - UNSHOWN: the step asks for what it does not show.
 * - OVERLONG: the step goes on, and is longer than such a step may be.
 */
export class Unusable extends Schema.TaggedError<Unusable>()("Unusable", {
  reason: Schema.Literals(["ENCODED", "MISSHAPEN", "UNSHOWN", "OVERLONG"])
}) {
  override get message(): string {
    return `the answer cannot be used: ${this.reason}`
  }
}

/** Nothing was sent: the company has given no answers, and is left alone for a while. */
export class LeftAlone extends Schema.TaggedError<LeftAlone>()("LeftAlone", {}) {
  override get message(): string {
    return "the company gives no answers, and is left alone for a while"
  }
}

/** What comes of a call that was sent. */
export type SentFault = OutboundError | ConnectorRefused | Unusable

export type ConnectorFault = SentFault | LeftAlone

const reasons: Record<OutboundReason, ConnectorError["reason"]> = {
  FORBIDDEN_ADDRESS: "UNREACHABLE",
  OUTSIDE_BASE: "BROKEN",
  UNREACHABLE: "UNREACHABLE",
  TIMEOUT: "UNREACHABLE",
  TOO_LARGE: "BROKEN",
  REDIRECTED: "BROKEN",
  MALFORMED: "BROKEN"
}

/** The company behind the connector cannot be reached, or the connector is not there at the moment. */
const isAway = (status: number): boolean => status === 503 || status === 504

/** Faults of the connector or the company; and what was too early, too slow, or too much at once. */
const isPassing = (status: number): boolean => (status >= 500 && status < 600) || [408, 425, 429].includes(status)

const reasonOf = (fault: ConnectorFault): ConnectorError["reason"] => {
  switch (fault._tag) {
    case "OutboundError":
      return reasons[fault.reason]
    case "Unusable":
      return "BROKEN"
    case "LeftAlone":
      return "UNREACHABLE"
    case "ConnectorRefused":
      if (isAway(fault.status)) return "UNREACHABLE"
      return isPassing(fault.status) ? "COMPANY_ERROR" : "BROKEN"
  }
}

/** A fault as the port has it (decisions 4): what may pass when it is tried again, and what will not. */
export const toPort = (fault: ConnectorFault): ConnectorError =>
  new ConnectorError({ reason: reasonOf(fault), cause: fault })

/** Answers to what was said in one call. Any other refusal, such as that of a secret, is of every call. */
const isRefusal = (status: number): boolean => [400, 413, 422].includes(status)

/** What a fault says of the company: who refuses one call answers others. */
export const outcomeOf = (fault: SentFault): CallOutcome => {
  if (fault._tag === "OutboundError" && reasonOf(fault) === "UNREACHABLE") return "UNANSWERED"
  return fault._tag === "ConnectorRefused" && isRefusal(fault.status) ? "FINE" : "FAILED"
}
