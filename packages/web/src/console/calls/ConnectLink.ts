/** Opens the Connect page, on which a person goes through a scenario as a client's own user would (decisions 18). */
import type { LoginMethod } from "@sheaf/client"
import type { PlayableScenario } from "./ScenarioCatalog.ts"
import { credentials } from "./Service.ts"

/** Returns true if the Connect page offers the scenario. It never offers the client-side method, and consents need a user. */
export const isOffered = ({ kind }: PlayableScenario, method: LoginMethod | undefined): boolean =>
  kind === "COLLECTION" && method !== undefined && !method.includes("CLIENT_SIDE")

/** Creates a Connect session for the scenario's company and login method, and returns its link. */
export const create = async ({ company }: PlayableScenario, method: LoginMethod | undefined): Promise<string> => {
  const response = await fetch("/connect-sessions", {
    method: "POST",
    headers: { ...credentials, "content-type": "application/json" },
    body: JSON.stringify({ purpose: "COLLECT", company, ...(method && { loginMethods: [method] }), locale: "en" })
  })
  const { detail = "The service did not create a session.", url }: { readonly url?: string; readonly detail?: string } =
    await response.json()
  if (url === undefined) throw new Error(detail)
  return url
}
