/** Start requests of attackers. */
import type { StartCollection } from "@sheaf/domain/StartCollection"

/** A login that selects none of the sandbox's scenarios. */
export const plainStart: StartCollection = {
  company: "se-nordhem",
  loginMethod: "USERNAME_AND_PASSWORD",
  parameters: [{ type: "USERNAME_PASSWORD", username: "mallory", password: "secret" }]
}

/** A login that waits for a code. */
export const waitingStart: StartCollection = {
  ...plainStart,
  parameters: [{ type: "USERNAME_PASSWORD", username: "two-factor", password: "secret" }]
}
