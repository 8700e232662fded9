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

export const toneOf = (status: string): BadgeTone =>
  tones[(collections[status] ?? consents[status])?.class ?? ""] ?? "neutral"

interface StatusProps {
  readonly status: string
}

export const StatusBadge = ({ status }: StatusProps) => <Badge tone={toneOf(status)}>{status}</Badge>

/** For lists: shows a dot in the status's color before `company`, and then the status as plain text. */
export const StatusText = ({ company, status }: StatusProps & { readonly company: string }) => (
  <span class={`status status--${toneOf(status)}`}>
    {company} · <span class="visually-hidden">ends in </span>
    {status.replaceAll("_", " ").toLowerCase()}
  </span>
)
