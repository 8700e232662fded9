/** A start that runs to its end by itself. */
import type { StartCollection } from "@sheaf/domain/StartCollection"

/** Credentials that name no scenario. */
export const login = {
  type: "USERNAME_PASSWORD",
  username: "maja.with.a.name",
  password: "a-password-nobody-may-see"
} as const

export const plainStart: StartCollection = {
  company: "se-nordhem",
  loginMethod: "USERNAME_AND_PASSWORD",
  parameters: [login]
}
