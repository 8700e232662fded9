/** How an attempt to deliver an event ended. */
import type { WebhookEndpointView } from "@sheaf/domain/OperatorViews"
import { Badge } from "../components/Badge.tsx"
import { causeOf } from "./EndpointStates.ts"

export interface OutcomeProps {
  readonly attempt: WebhookEndpointView["attempts"][number]
  /** True if no other attempt follows, so that a failed one means that the event is lost. */
  readonly isLast?: boolean
}

export const Outcome = ({ attempt, isLast = false }: OutcomeProps) => (
  <Badge tone={attempt.error === undefined ? "success" : isLast ? "danger" : "notice"}>
    {attempt.error === undefined ? `Delivered ${attempt.status ?? ""}` : causeOf(attempt)}
  </Badge>
)
