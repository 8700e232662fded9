/**
 * The cookie that marks the first browser to receive a confirmation code. Only this browser gets the code again
 * (spec 2.4).
 */
import type { BrowserSecret } from "@sheaf/ports"
import { Redacted } from "effect"
import * as Cookies from "./Cookies.ts"

/** Browsers send the first of these cookies over https only, and accept it only from Sheaf's own host. */
const names = { secure: "__Host-sheaf-return", plain: "sheaf-return" }

/** The cookie's lifetime in seconds, equal to the time limit for confirmations. */
const maxAge = 600

/** Returns the value of `Set-Cookie`. Over http, which production mode does not allow, browsers accept no `__Host-` cookie. */
export const formatSetCookie = ({ isSecure, secret }: BrowserSecret): string => {
  const [name, scope] = isSecure ? [names.secure, "Path=/; Secure"] : [names.plain, "Path=/"]
  return `${name}=${Redacted.value(secret)}; ${scope}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`
}

/** Returns the secret that a browser sent. */
export const readSecret = ({ cookie }: Readonly<Record<string, string | undefined>>): Redacted.Redacted | undefined => {
  const secret = Cookies.valueIn(cookie, names.secure) ?? Cookies.valueIn(cookie, names.plain)
  return secret === undefined ? undefined : Redacted.make(secret)
}
