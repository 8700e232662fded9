/** A status in the color of its class. */
import { collections, consents } from "virtual:statuses"
import { Badge } from "@sheaf/web/components/Badge"
import type { BadgeTone } from "@sheaf/web/components/Badge"

/** The tones for the classes in the status table. Any other status is still in progress. */
const tones: Readonly<Record<string, BadgeTone>> = {
  OUTCOME: "success",
  WAITING_FOR_USER: "notice",
  FAILURE: "danger",
  BLOCKING: "danger"
}

const toneOf = (status: string): BadgeTone => tones[(collections[status] ?? consents[status])?.class ?? ""] ?? "neutral"

interface StatusProps {
  readonly status: string
}

export const StatusBadge = ({ status }: StatusProps) => <Badge tone={toneOf(status)}>{status}</Badge>

interface StatusTextProps extends StatusProps {
  /** True if the text beside the status says the same. Only screen readers then get the words. */
  readonly isKnown: boolean
}

/** For lists: shows a status as plain text, with a dot in the status's color. */
export const StatusText = ({ isKnown, status }: StatusTextProps) => (
  <span class={`status status--${toneOf(status)}`}>
    <span class={isKnown ? "visually-hidden" : undefined}>{status.replaceAll("_", " ").toLowerCase()}, </span>
  </span>
)
