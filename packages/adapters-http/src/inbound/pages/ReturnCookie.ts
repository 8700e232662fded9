/**
 * The cookie of the first browser that gets a confirmation code. Only that browser can get the code again (spec 2.4).
 */
import type { BrowserSecret } from "@sheaf/ports"
import { Redacted } from "effect"
import * as Cookies from "./Cookies.ts"

/** With the first name, browsers send the cookie over https only, and accept it only from Sheaf's own host. */
const names = { secure: "__Host-sheaf-return", plain: "sheaf-return" }

/** How long the cookie lives, in seconds: as long as the client has to confirm. */
const maxAge = 600

/** Returns a value for `Set-Cookie`. Over http, which production does not allow, browsers reject `__Host-` cookies. */
export const formatSetCookie = ({ isSecure, secret }: BrowserSecret): string => {
  const [name, scope] = isSecure ? [names.secure, "Path=/; Secure"] : [names.plain, "Path=/"]
  return `${name}=${Redacted.value(secret)}; ${scope}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`
}

/** Returns the secret that a browser has sent. */
export const readSecret = ({ cookie }: Readonly<Record<string, string | undefined>>): Redacted.Redacted | undefined => {
  const secret = Cookies.valueIn(cookie, names.secure) ?? Cookies.valueIn(cookie, names.plain)
  return secret === undefined ? undefined : Redacted.make(secret)
}
