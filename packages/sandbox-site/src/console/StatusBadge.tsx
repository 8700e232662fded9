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

export const StatusBadge = ({ status }: { readonly status: string }) => (
  <Badge tone={tones[(collections[status] ?? consents[status])?.class ?? ""] ?? "neutral"}>{status}</Badge>
)
