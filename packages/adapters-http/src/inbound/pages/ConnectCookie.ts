/** Proves that a browser opened a Connect session (spec 13). Each session has its own cookie. */
import type { ConnectOpenResult } from "@sheaf/ports"
import { Redacted } from "effect"
import * as Cookies from "./Cookies.ts"

interface Named {
  readonly connectSessionId: string
  /** True if browsers reach Sheaf over HTTPS. */
  readonly isSecure: boolean
}

/**
 * With the prefix `__Host-`, browsers send the cookie only over HTTPS and accept it only from Sheaf's own host. Over
 * HTTPS, a cookie with any other name is ignored, because another host in the domain could have set it.
 */
const nameOf = ({ connectSessionId, isSecure }: Named): string =>
  `${isSecure ? "__Host-" : ""}sheaf-connect-${connectSessionId}`

/** The cookie's lifetime in seconds: twice the longest time from opening a link to the end of the session. */
const maxAge = 7200

/**
 * Returns a value for `Set-Cookie`. Production requires HTTPS. Over HTTP, the cookie's name has no `__Host-` prefix,
 * because browsers would reject a cookie with the prefix. In a frame, the cookie is `Secure` even over HTTP. Browsers
 * accept such a cookie from localhost.
 */
export const formatSetCookie = ({ body, browser, isFramed, isSecure }: ConnectOpenResult): string => {
  const name = nameOf({ connectSessionId: body.session.connectSessionId, isSecure })
  // In a frame, browsers keep only partitioned cookies. They send such a cookie only from frames on pages of the site
  // on which it was set (CHIPS).
  const site = isFramed ? "Secure; SameSite=None; Partitioned" : isSecure ? "Secure; SameSite=Lax" : "SameSite=Lax"
  // The path is `/`, so that the browser also sends the cookie to banks' return URLs, which are outside `/connect`.
  // There, the cookie proves that the person returned in the same browser.
  return `${name}=${Redacted.value(browser)}; Path=/; Max-Age=${maxAge}; HttpOnly; ${site}`
}

export const readSecret = (
  { cookie }: Readonly<Record<string, string | undefined>>,
  session: Named
): Redacted.Redacted | undefined => {
  const secret = Cookies.valueIn(cookie, nameOf(session))
  return secret === undefined ? undefined : Redacted.make(secret)
}
