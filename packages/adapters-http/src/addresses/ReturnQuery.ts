/**
 * The parameters that banks and their authorization servers add to a return URL. A repeated parameter counts as empty,
 * because its values could come from different parties.
 */
import type { AuthorizationResponse, ReturnQuery } from "@sheaf/ports"
import { Redacted } from "effect"

/** Returns a parameter's value, or an empty text if it is absent or repeated. */
export const singleValueOf = (query: URLSearchParams, name: string): string => {
  const [value = "", ...others] = query.getAll(name)
  return others.length === 0 ? value : ""
}

/** Returns all parameters by name. */
export const parametersIn = (query: URLSearchParams): ReturnQuery =>
  Object.fromEntries([...new Set(query.keys())].map((name) => [name, singleValueOf(query, name)]))

/**
 * Returns the parameters of an authorization server's response (RFC 6749 §4.1.2; RFC 9207), or `undefined` if there is
 * no code.
 */
export const authorizationResponseIn = (query: URLSearchParams): AuthorizationResponse | undefined => {
  const code = singleValueOf(query, "code")
  if (code === "") return undefined
  return { code: Redacted.make(code), ...(query.has("iss") && { iss: singleValueOf(query, "iss") }) }
}

/**
 * The parameters that carry a confirmation code. NextGenPSD2 1.3.11 defines the code but does not name the parameter;
 * adorsys' online banking uses the second.
 */
export const confirmationCodeParameters = ["confirmationCode", "authConfirmationCode"] as const

/** Returns the confirmation code that a bank's page added, or `undefined` if there is none. */
export const confirmationCodeIn = (query: URLSearchParams): AuthorizationResponse | undefined => {
  const code = confirmationCodeParameters.map((name) => singleValueOf(query, name)).find((value) => value !== "")
  return code === undefined ? undefined : { code: Redacted.make(code) }
}
