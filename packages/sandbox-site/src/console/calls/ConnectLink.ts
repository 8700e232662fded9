/** Opens the Connect page, on which a person goes through a scenario as a client's own user would (spec 13). */
import type { LoginMethod } from "@sheaf/client"
import type { PlayableScenario } from "./ScenarioCatalog.ts"
import { makeClient } from "./ServiceClient.ts"

/** Returns true if the Connect page offers the scenario. It never offers the client-side method, and consents need a user. */
export const isConnectOffered = ({ kind }: PlayableScenario, method: LoginMethod | undefined): boolean =>
  kind === "COLLECTION" && method !== undefined && !method.includes("CLIENT_SIDE")

/** Creates a Connect session for the scenario's company and login method, and returns its link. */
export const createConnectLink = async (
  { company }: PlayableScenario,
  method: LoginMethod | undefined
): Promise<string> => {
  const { url } = await makeClient().connectSessions.create({
    purpose: "COLLECT",
    company,
    ...(method && { loginMethods: [method] }),
    locale: "en"
  })
  return url
}
