/** The login methods that simulated companies have (decisions 16). */
import * as LoginMethod from "@sheaf/domain/LoginMethod"

export const withoutPersonalNumber: ReadonlyArray<LoginMethod.LoginMethod> = ["USERNAME_AND_PASSWORD", "EMAIL"]

/** Every Swedish method with its suffixes, but for the native one, whose requests need a host to execute them against. */
export const swedish: ReadonlyArray<LoginMethod.LoginMethod> = LoginMethod.all.filter((method) => {
  const { nativeOnly, parameter } = LoginMethod.describe(method)
  return parameter === "SWEDISH_EID" && !nativeOnly
})
