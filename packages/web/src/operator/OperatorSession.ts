/**
 * The operator's session. A link opens it once, with a secret in the URL's fragment. The session's token stays in this
 * tab, and the browser sends the session's cookie with each request.
 */
import { signal } from "@preact/signals"

export type OperatorSessionState = "OPENING" | "OPEN" | "NONE" | "USED_LINK"

export const sessionState = signal<OperatorSessionState>("OPENING")

const kept = "sheaf-console-token"

const tokenHeader = document.getElementById("app")?.dataset["tokenHeader"] ?? ""

/** The URL's fragment contains a route or a link's secret. Only routes begin with a slash. */
const linkIn = (fragment: string): string | undefined => (/^#[^/]/.test(fragment) ? fragment.slice(1) : undefined)

/** Opens a session with the secret in the URL, or continues this tab's session. */
export const openSession = async (): Promise<void> => {
  const link = linkIn(location.hash)
  if (link === undefined) {
    sessionState.value = sessionStorage.getItem(kept) === null ? "NONE" : "OPEN"
    return
  }
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

export const closeSession = async (): Promise<void> => {
  sessionStorage.removeItem(kept)
  sessionState.value = "NONE"
  await fetch("/console/session", { method: "DELETE" })
}

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

export const readList = async <A>(path: string): Promise<A> => (await sendRequest(path)).json()
