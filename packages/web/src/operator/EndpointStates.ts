/** Whether the endpoints of webhooks work, and since when and why one fails. */
import type { WebhookEndpointView } from "@sheaf/domain/OperatorViews"
import type { BadgeTone } from "../components/Badge.tsx"
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

export interface EndpointState {
  readonly tone: BadgeTone
  readonly text: string
}

export const stateOf = ({ attempts, disabledReason, failingSince }: WebhookEndpointView): EndpointState => {
  if (disabledReason === "BY_CLIENT") return { tone: "neutral", text: wordsOf(disabledReason) }
  if (disabledReason !== undefined) return { tone: "danger", text: wordsOf(disabledReason) }
  if (failingSince === undefined) return { tone: "success", text: "Delivering" }
  const failed = attempts.find(({ error }) => error !== undefined)
  const cause = failed && causeOf(failed)
  return {
    tone: "notice",
    text: [`Failing since ${timeText(failingSince)}`, ...(cause === undefined ? [] : [cause])].join(" · ")
  }
}

const urgencies: Readonly<Record<BadgeTone, number>> = { danger: 0, notice: 1, neutral: 2, success: 3 }

/** Sorts disabled endpoints first, then those that fail, and then those that wait for other attempts. */
export const worstEndpoints = (endpoints: ReadonlyArray<WebhookEndpointView>): ReadonlyArray<WebhookEndpointView> =>
  endpoints.toSorted(
    (one, other) =>
      urgencies[stateOf(one).tone] - urgencies[stateOf(other).tone] || other.retries.length - one.retries.length
  )
