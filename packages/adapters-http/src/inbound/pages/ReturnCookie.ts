/**
 * The cookie of the first browser that receives a confirmation code. No other browser gets the code again (spec 2.4).
 */
import type { BrowserSecret } from "@sheaf/ports"
import { Redacted } from "effect"
import * as Cookies from "./Cookies.ts"

/** If the cookie has the first name, browsers send it over https only, and accept it only from Sheaf's own host. */
const names = { secure: "__Host-sheaf-return", plain: "sheaf-return" }

/** The cookie's lifetime in seconds, which is the same as the time limit for confirmations. */
const maxAge = 600

/**
 * Returns a value for `Set-Cookie`. Over http, which is not allowed in production, browsers reject `__Host-` cookies.
 */
export const formatSetCookie = ({ isSecure, secret }: BrowserSecret): string => {
  const [name, scope] = isSecure ? [names.secure, "Path=/; Secure"] : [names.plain, "Path=/"]
  return `${name}=${Redacted.value(secret)}; ${scope}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`
}

/** Returns the secret that a browser has sent. */
export const readSecret = ({ cookie }: Readonly<Record<string, string | undefined>>): Redacted.Redacted | undefined => {
  const secret = Cookies.valueIn(cookie, names.secure) ?? Cookies.valueIn(cookie, names.plain)
  return secret === undefined ? undefined : Redacted.make(secret)
}
