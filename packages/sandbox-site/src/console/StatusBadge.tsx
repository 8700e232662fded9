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

export const StatusBadge = ({ status }: { readonly status: string }) => <Badge tone={toneOf(status)}>{status}</Badge>
