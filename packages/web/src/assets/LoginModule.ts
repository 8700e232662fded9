/**
 * The module `virtual:logins`: the login methods that the domain's schemes declare. Pages import it instead of the
 * domain.
 */
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { Plugin } from "vite"

/**
 * How a method of a scheme looks to the person: it needs the client's device, opens a page, or has no electronic ID.
 */
const familyOf = ({ electronicId, nativeOnly, page, scheme }: LoginMethod.LoginMethodDescription): string => {
  if (nativeOnly) return "client-side"
  if (page) return "page"
  const hasElectronicId = LoginMethod.all.some((each) => {
    const other = LoginMethod.describe(each)
    return other.scheme === scheme && other.electronicId
  })
  return hasElectronicId && !electronicId ? "security-token" : scheme
}

const methods = Object.fromEntries(
  LoginMethod.all.map((method) => {
    const described = LoginMethod.describe(method)
    const { parameter } = described
    return [method, { family: familyOf(described), ...(parameter !== undefined && { parameter }) }]
  })
)

export const loginModulePlugin: Plugin = {
  name: "logins",
  resolveId: { filter: { id: /^virtual:logins$/ }, handler: () => "\0virtual:logins" },
  load: {
    filter: { id: /^\0virtual:logins$/ },
    handler: () => `export const methods = ${JSON.stringify(methods)}`
  }
}
