/** How an attempt to deliver an event ended. */
import type { WebhookEndpointView } from "@sheaf/domain/OperatorViews"
import { Badge } from "../components/Badge.tsx"
import { wordsOf } from "./Words.tsx"

/** Omits the word "unexpected" from "Status 500", because a status that makes an attempt fail is always unexpected. */
const names: Readonly<Record<string, string>> = { UNEXPECTED_STATUS: "Status" }

export const Outcome = ({ error, errorCode, status }: WebhookEndpointView["attempts"][number]) => (
  <Badge tone={error === undefined ? "success" : "danger"}>
    {[error === undefined ? "Delivered" : (names[error] ?? wordsOf(error)), status, errorCode]
      .filter((part) => part !== undefined)
      .join(" ")}
  </Badge>
)
