/** A status in the color of its class. */
import { collections, consents } from "virtual:statuses"
import { Badge } from "@sheaf/web/components/Badge"
import type { BadgeTone } from "@sheaf/web/components/Badge"

/**
 * The badge's tone for each class in the status table. A status of any other class is still in progress, and is shown
 * in a neutral tone.
 */
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
  /**
   * True if the text beside the status already says the same. The status's name is then visible only to screen readers.
   */
  readonly isKnown: boolean
}

/** For lists: shows a status as plain text, with a dot in the status's color. */
export const StatusText = ({ isKnown, status }: StatusTextProps) => (
  <span class={`status status--${toneOf(status)}`}>
    <span class={isKnown ? "visually-hidden" : undefined}>{status.replaceAll("_", " ").toLowerCase()}, </span>
  </span>
)
