/** Opens the Connect page, where a scenario runs as it would for a client's own user (spec 13). */
import type { LoginMethod } from "@sheaf/client"
import type { PlayableScenario } from "./PlayableScenario.ts"
import { makeClient } from "./ServiceClient.ts"

/**
 * Returns true if the Connect page can run the scenario. It can run neither client-side logins nor consents. Consents
 * require a user.
 */
export const isConnectOffered = ({ kind }: PlayableScenario, method: LoginMethod | undefined): boolean =>
  kind === "COLLECTION" && method !== undefined && !method.includes("CLIENT_SIDE")

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
