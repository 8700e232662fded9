/**
 * Vite plugin for the module `virtual:logins`, an excerpt of the domain's login methods. Pages import this module,
 * because importing the domain itself would add the schema library to the bundle.
 */
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import type { Plugin } from "vite"

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
