/**
 * The parameters that banks and their authorization servers add to a return URL. A repeated parameter is treated as
 * empty, because its values could come from different parties.
 */
import type { AuthorizationResponse, ReturnQuery } from "@sheaf/ports"
import { Redacted } from "effect"

export const singleValueOf = (query: URLSearchParams, name: string): string => {
  const [value = "", ...others] = query.getAll(name)
  return others.length === 0 ? value : ""
}

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

/** NextGenPSD2 1.3.11 defines the confirmation code but not the name of its parameter. adorsys uses the second name. */
export const confirmationCodeParameters = ["confirmationCode", "authConfirmationCode"] as const

export const confirmationCodeIn = (query: URLSearchParams): AuthorizationResponse | undefined => {
  const code = confirmationCodeParameters.map((name) => singleValueOf(query, name)).find((value) => value !== "")
  return code === undefined ? undefined : { code: Redacted.make(code) }
}
