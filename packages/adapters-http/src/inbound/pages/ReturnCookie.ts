/** The cookie of the first browser to get a confirmation code. Only that browser can get the code again (spec 2.4). */
import type { BrowserSecret } from "@sheaf/ports"
import { Redacted } from "effect"
import * as Cookies from "./Cookies.ts"

/** Browsers send the `__Host-` cookie only over HTTPS, and accept it only from Sheaf's own host. */
const names = { secure: "__Host-sheaf-return", plain: "sheaf-return" }

/** The lifetime of the cookie in seconds. The client has this long to confirm. */
const maxAge = 600

/**
 * Returns a value for `Set-Cookie`. Over HTTP, which production does not allow, the name has no `__Host-` prefix,
 * because browsers would reject the cookie.
 */
export const formatSetCookie = ({ isSecure, secret }: BrowserSecret): string => {
  const [name, scope] = isSecure ? [names.secure, "Path=/; Secure"] : [names.plain, "Path=/"]
  return `${name}=${Redacted.value(secret)}; ${scope}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`
}

export const readSecret = ({ cookie }: Readonly<Record<string, string | undefined>>): Redacted.Redacted | undefined => {
  const secret = Cookies.valueIn(cookie, names.secure) ?? Cookies.valueIn(cookie, names.plain)
  return secret === undefined ? undefined : Redacted.make(secret)
}
