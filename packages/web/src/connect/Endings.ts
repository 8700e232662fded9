/** Chooses the end screen for a session or an error. */
import { SheafConnectionError, SheafProblem } from "@sheaf/client/connect"
import type { ConnectPageSession } from "@sheaf/client/connect"
import type { Ending } from "./screens/EndScreen.tsx"

const endings: Readonly<Record<string, Ending>> = {
  CONNECT_SESSION_NOT_FOUND: "notFound",
  CONNECT_SESSION_EXPIRED: "expired",
  CONNECT_SESSION_ELSEWHERE: "elsewhere"
}

/** Rate limits and overloads map to `failed`, the ending that offers a retry. */
export const endingOfError = (error: unknown): Ending => {
  if (error instanceof SheafConnectionError) return "offline"
  if (!(error instanceof SheafProblem) || error.status === 429 || error.status >= 500) return "failed"
  return endings[error.code] ?? "notFound"
}

/** Returns `undefined` if the page can continue. The permission page remains available after its session has ended. */
export const endingOfSession = (
  session: Pick<ConnectPageSession, "purpose" | "returnRemoved" | "status">
): Ending | undefined => {
  const { purpose, returnRemoved, status } = session
  if (status === "OPEN" || purpose === "PERMISSIONS") return undefined
  if (status === "EXPIRED") return "expired"
  return status === "ABANDONED" && returnRemoved === true ? "removed" : status
}

/** Also true if only this browser's access to the session has ended. */
export const hasSessionEnded = (error: unknown): boolean =>
  error instanceof SheafProblem && (error.status === 401 || error.code === "CONNECT_SESSION_ENDED")
