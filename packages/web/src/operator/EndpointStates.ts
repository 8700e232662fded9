/** Whether the endpoints of webhooks work, since when and why one fails, and what an operator can do about it. */
import type { WebhookEndpointView } from "@sheaf/domain/OperatorViews"
import type { BadgeTone } from "../components/Badge.tsx"
import type { Reason } from "./CompanyFindings.ts"
import { timeText, whole } from "./Figures.ts"
import { wordsOf } from "./Words.tsx"

/** The service returns at most this many waiting events. */
const maxRetries = 100

/** Returns true if the endpoint has more waiting events than the service returned. */
export const hasMoreRetries = ({ retries }: Pick<WebhookEndpointView, "retries">): boolean =>
  retries.length >= maxRetries

export const waitingText = ({ retries }: Pick<WebhookEndpointView, "retries">): string =>
  hasMoreRetries({ retries }) ? `${maxRetries} or more` : whole(retries.length)

/** Returns why an attempt failed, as briefly as possible: `ECONNREFUSED`, `HTTP 503` or "Timeout". */
export const causeOf = ({ error, errorCode, status }: WebhookEndpointView["attempts"][number]): string | undefined =>
  errorCode ?? (status === undefined ? error && wordsOf(error) : `HTTP ${status}`)

/** The most frequent causes in words. The name of a cause is what a client looks for in its own logs. */
const causes: Readonly<Partial<Record<string, string>>> = {
  ECONNREFUSED: "No server accepts connections at this address",
  ECONNRESET: "The server closed the connection",
  ENOTFOUND: "The host's name is unknown"
}

/** "No server accepts connections at this address (ECONNREFUSED)". */
export const causeText = (cause: string): string => {
  const text = causes[cause]
  return text === undefined ? cause : `${text} (${cause})`
}

export interface EndpointState {
  readonly tone: BadgeTone
  readonly text: string
  /** Why the newest failed attempt failed, if the endpoint fails. */
  readonly cause?: string
}

export const stateOf = ({ attempts, disabledReason, failingSince }: WebhookEndpointView): EndpointState => {
  if (disabledReason === "BY_CLIENT") return { tone: "neutral", text: wordsOf(disabledReason) }
  if (disabledReason !== undefined) return { tone: "danger", text: wordsOf(disabledReason) }
  if (failingSince === undefined) return { tone: "success", text: "Delivering" }
  const failed = attempts.find(({ error }) => error !== undefined)
  const cause = failed && causeOf(failed)
  return {
    tone: "notice",
    text: `Failing since ${timeText(failingSince)}`,
    ...(cause !== undefined && { cause })
  }
}

/** The state in one line: "Failing since 08:00 UTC · ECONNREFUSED". */
export const stateText = ({ cause, text }: EndpointState): string => (cause === undefined ? text : `${text} · ${cause}`)

/** Returns what is wrong with an endpoint, and nothing if its client has disabled it. */
export const endpointReason = (endpoint: WebhookEndpointView, client: string): Reason | undefined => {
  const { disabledReason, failingSince, retries } = endpoint
  if (disabledReason === "BY_CLIENT") return undefined
  if (disabledReason !== undefined) {
    const step = `Nothing is sent there anymore. Ask ${client} to repair it, and to enable it again.`
    return { tone: "danger", text: stateText(stateOf(endpoint)), step }
  }
  if (failingSince === undefined && retries.length === 0) return undefined
  return {
    tone: "notice",
    text: failingSince === undefined ? "Some attempts failed" : stateText(stateOf(endpoint)),
    step: `Sheaf keeps trying. Ask ${client} to check its server.`,
    ...(retries.length > 0 && {
      figure: retries.length === 1 ? "1 event waits" : `${waitingText(endpoint)} events wait`
    })
  }
}

const urgencies: Readonly<Record<BadgeTone, number>> = { danger: 0, notice: 1, neutral: 2, success: 3 }

/** Sorts disabled endpoints first, then those that fail, and then those that wait for other attempts. */
export const worstEndpoints = (endpoints: ReadonlyArray<WebhookEndpointView>): ReadonlyArray<WebhookEndpointView> =>
  endpoints.toSorted(
    (one, other) =>
      urgencies[stateOf(one).tone] - urgencies[stateOf(other).tone] || other.retries.length - one.retries.length
  )
