/** How an attempt to deliver an event ended. */
import type { WebhookEndpointView } from "@sheaf/domain/OperatorViews"
import { Badge } from "../components/Badge.tsx"
import { causeOf } from "./EndpointStates.ts"

export const Outcome = (attempt: WebhookEndpointView["attempts"][number]) => (
  <Badge tone={attempt.error === undefined ? "success" : "danger"}>
    {attempt.error === undefined ? `Delivered ${attempt.status ?? ""}` : causeOf(attempt)}
  </Badge>
)
