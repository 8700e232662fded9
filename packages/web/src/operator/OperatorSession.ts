/**
 * The operator's session. The link's secret is in the address's fragment and opens a session once. The session's token stays in this
 * tab, and the browser adds the session's cookie to each request by itself.
 */
import { signal } from "@preact/signals"

export type OperatorSessionState = "OPENING" | "OPEN" | "NONE" | "USED_LINK"

export const sessionState = signal<OperatorSessionState>("OPENING")

const kept = "sheaf-console-token"

/** The name of the header field that repeats the token. */
const tokenHeader = document.getElementById("app")?.dataset["tokenHeader"] ?? ""

/** Routes begin with a slash, and the secrets of links do not. */
const linkIn = (fragment: string): string | undefined => (/^#[^/]/.test(fragment) ? fragment.slice(1) : undefined)

/** Opens a session with the link in the address, or continues the session of this tab. */
export const openSession = async (): Promise<void> => {
  const link = linkIn(location.hash)
  if (link === undefined) {
    sessionState.value = sessionStorage.getItem(kept) === null ? "NONE" : "OPEN"
    return
  }
  // Removes the secret from the address and from the history.
  history.replaceState(null, "", "#/overview")
  const response = await fetch("/console/session", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ link })
  })
  if (!response.ok) {
    sessionState.value = "USED_LINK"
    return
  }
  const { token }: { readonly token: string } = await response.json()
  sessionStorage.setItem(kept, token)
  sessionState.value = "OPEN"
}

/** Ends the session in this tab and at the service. */
export const closeSession = async (): Promise<void> => {
  sessionStorage.removeItem(kept)
  sessionState.value = "NONE"
  await fetch("/console/session", { method: "DELETE" })
}

/** Sends a request of the session. Rejects with the problem's text. */
export const sendRequest = async (path: string, init: RequestInit = {}): Promise<Response> => {
  const headers = { ...init.headers, [tokenHeader]: sessionStorage.getItem(kept) ?? "" }
  const response = await fetch(`/console/api/${path}`, { ...init, headers })
  if (response.status === 401) {
    sessionStorage.removeItem(kept)
    sessionState.value = "NONE"
  }
  if (response.ok) return response
  const { detail = "The service did not respond as expected." }: { readonly detail?: string } = await response
    .json()
    .catch(() => ({}))
  throw new Error(detail)
}

/** Reads one of the console's lists. */
export const readList = async <A>(path: string): Promise<A> => (await sendRequest(path)).json()
