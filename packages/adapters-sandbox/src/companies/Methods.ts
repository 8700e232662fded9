/** The login methods that simulated companies have (decisions 16). */
import * as LoginMethod from "@sheaf/domain/LoginMethod"

export const withoutPersonalNumber: ReadonlyArray<LoginMethod.LoginMethod> = ["USERNAME_AND_PASSWORD", "EMAIL"]

/** Every Swedish method with its suffixes. */
export const swedish: ReadonlyArray<LoginMethod.LoginMethod> = LoginMethod.all.filter(
  (method) => LoginMethod.describe(method).parameter === "SWEDISH_EID"
)
