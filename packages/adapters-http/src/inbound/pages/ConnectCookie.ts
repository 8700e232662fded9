/** The cookie of the browser that opened a Connect session (decisions 18). All sessions of a browser share it. */
import type { ConnectOpened } from "@sheaf/ports"
import { Redacted } from "effect"

/** Browsers send the first of these cookies over https only, and accept it only from Sheaf's own host. */
const names = { secure: "__Host-sheaf-connect", plain: "sheaf-connect" }

/** The cookie's lifetime in seconds: the longest time from opening a link until the session expires, twice. */
const maxAge = 7200

/** Returns the value of `Set-Cookie`. Only the sandbox allows http, over which browsers accept no `__Host-` cookie. */
export const of = ({ browser, isSecure }: Pick<ConnectOpened, "browser" | "isSecure">): string => {
  const [name, scope] = isSecure ? [names.secure, "Path=/; Secure"] : [names.plain, "Path=/connect"]
  return `${name}=${Redacted.value(browser)}; ${scope}; Max-Age=${maxAge}; HttpOnly; SameSite=Lax`
}

/** Returns the secret that a browser sent. */
export const secretIn = (cookies: Readonly<Record<string, string>>): Redacted.Redacted | undefined => {
  const secret = cookies[names.secure] ?? cookies[names.plain]
  return secret === undefined ? undefined : Redacted.make(secret)
}
