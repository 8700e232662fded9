/** The cookie of the browser that opened a Connect session (spec 13). Each session has its own. */
import type { ConnectOpenResult } from "@sheaf/ports"
import { Redacted } from "effect"
import * as Cookies from "./Cookies.ts"

interface Named {
  readonly connectSessionId: string
  /** True if browsers reach Sheaf over https. */
  readonly isSecure: boolean
}

/**
 * Returns the cookie's name. Browsers send a cookie with the prefix `__Host-` over https only, and accept it only from
 * Sheaf's own host. Any other name could come from another host of the same domain, so it has no meaning over https.
 */
const nameOf = ({ connectSessionId, isSecure }: Named): string =>
  `${isSecure ? "__Host-" : ""}sheaf-connect-${connectSessionId}`

/** The cookie's lifetime in seconds: the longest time from opening a link until the session expires, twice. */
const maxAge = 7200

/** Returns the value of `Set-Cookie`. Over http, which production mode does not allow, browsers accept no `__Host-` cookie. */
export const formatSetCookie = ({ body, browser, isSecure }: ConnectOpenResult): string => {
  const name = nameOf({ connectSessionId: body.session.connectSessionId, isSecure })
  // The return addresses of banks are outside /connect, and only this browser can return there.
  const scope = isSecure ? "Path=/; Secure" : "Path=/"
  return `${name}=${Redacted.value(browser)}; ${scope}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`
}

/** Returns the secret that a browser sent for a session. */
export const readSecret = (
  { cookie }: Readonly<Record<string, string | undefined>>,
  session: Named
): Redacted.Redacted | undefined => {
  const secret = Cookies.valueIn(cookie, nameOf(session))
  return secret === undefined ? undefined : Redacted.make(secret)
}
