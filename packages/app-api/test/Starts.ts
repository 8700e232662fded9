/** A start request for a collection that ends without further input. */
import type { StartCollection } from "@sheaf/domain/StartCollection"

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
