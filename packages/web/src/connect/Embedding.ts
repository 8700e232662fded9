/**
 * The page in a frame or window of the client's page (spec 13). Tells the client's page, and nobody else, what happens.
 * Links to banks and apps open a window, because their pages cannot be in a frame. A frame's cookie does not work in
 * that window, so the frame hands the session over to it.
 */
import type { OpenConnectSessionRequest } from "@sheaf/client/connect"
import type { OpeningUrl } from "./PageRoutes.ts"

/** The client's page, whose origin is registered. `window`: this is a window that left a frame. */
export interface Embedding {
  readonly mode: "sheet" | "popup" | "window"
  readonly origin: string
}

/** What the client's page learns, which is nothing about the person. */
type EmbedMessage =
  | { readonly type: "ready" | "close" }
  | { readonly type: "step"; readonly step: string }
  | { readonly type: "exit"; readonly status: string; readonly connectSessionId?: string; readonly code?: string }

/** What a window needs to leave: the address, and the secret with which it joins the session. */
interface Departure {
  readonly url: string
  readonly handover?: string
}

const isFramed = window.parent !== window

/** How long a window waits for its opener, in milliseconds. */
const patience = 10_000

const opener = (): Window | null => window.opener as Window | null

/** Addresses that a window may leave for: pages and apps, but no scripts or contents. */
const isDestination = (url: string): boolean => /^(?!(?:javascript|data|blob|file|about):)[a-z][a-z0-9+.-]*:/i.test(url)

const isDeparture = (data: unknown): data is Departure & { readonly sheaf: string } =>
  typeof data === "object" &&
  data !== null &&
  "sheaf" in data &&
  data.sheaf === "departure" &&
  "url" in data &&
  typeof data.url === "string" &&
  isDestination(data.url)

/** Returns how the service should bind this page. */
export const placeOf = (embedding: Embedding | undefined): "FRAME" | "WINDOW" | undefined => {
  if (isFramed) return "FRAME"
  return embedding?.mode === "popup" && opener() !== null ? "WINDOW" : undefined
}

/** Tells the client's page, and returns false if there is no such page. */
export const tell = (embedding: Embedding | undefined, message: EmbedMessage): boolean => {
  const to = isFramed ? window.parent : opener()
  if (embedding === undefined || placeOf(embedding) === undefined || to === null) return false
  to.postMessage({ sheaf: "connect", ...message }, embedding.origin)
  return true
}

/**
 * In a frame where the browser keeps no cookies, returns false and tells the client's page, so that the link stays
 * unused.
 */
export const keepsCookies = (embedding: Embedding | undefined): boolean => {
  if (!isFramed) return true
  const settings = "Path=/; Secure; SameSite=None; Partitioned"
  document.cookie = `sheaf-test=1; Max-Age=9; ${settings}`
  const isKept = document.cookie.includes("sheaf-test=1")
  document.cookie = `sheaf-test=; Max-Age=0; ${settings}`
  if (!isKept) tell(embedding, { type: "exit", status: "UNSUPPORTED" })
  return isKept
}

/** How long the client's page has to close its window, in milliseconds. */
const closingTime = 2000

/**
 * Tells the client's page how the session ended, with the code of the way back. Goes back by the return address if there
 * is no such page, or if it leaves its window open: another page can have opened this one, or taken its opener's place.
 */
export const tellEnd = (
  embedding: Embedding | undefined,
  {
    returnTo,
    ...ended
  }: { readonly status: string; readonly connectSessionId: string; readonly returnTo: string | undefined },
  goBack: (address: string) => void
): void => {
  const code = returnTo === undefined ? null : new URL(returnTo).searchParams.get("code")
  const isTold = tell(embedding, { type: "exit", ...ended, ...(code !== null && { code }) })
  if (returnTo === undefined) return
  if (!isTold) goBack(returnTo)
  else if (!isFramed) setTimeout(goBack, closingTime, returnTo)
}

/** Returns the request with which a page at this address opens its session. */
export const openingOf = (
  { connectSessionId, secret }: OpeningUrl,
  departure: Departure | undefined,
  embedded: OpenConnectSessionRequest["embedded"]
): OpenConnectSessionRequest => ({
  connectSessionId,
  ...(secret !== undefined && { secret }),
  ...(departure?.handover !== undefined && { handover: departure.handover }),
  ...(embedded !== undefined && { embedded })
})

/** Opens a window that leaves for an address. `handOver` returns the secret for it. Call it in a click's handler. */
const leave = ({ origin }: Embedding, url: string, handOver: () => Promise<string>): void => {
  const query = new URLSearchParams({ mode: "window", origin })
  const opened = window.open(`${location.pathname}?${query}`, "_blank")
  if (opened === null) return
  const answer = (event: MessageEvent): void => {
    if (event.source !== opened || event.origin !== location.origin) return
    removeEventListener("message", answer)
    const departure = isFramed ? handOver().then((handover) => ({ url, handover })) : Promise.resolve({ url })
    departure
      .then((given) => opened.postMessage({ sheaf: "departure", ...given }, location.origin))
      .catch(() => opened.close())
  }
  addEventListener("message", answer)
}

/** Asks the opener where to go, in a window that has left a frame. Returns nothing if the opener does not answer. */
export const departure = (embedding: Embedding | undefined): Promise<Departure | undefined> => {
  const frame = opener()
  if (embedding?.mode !== "window" || isFramed || frame === null) return Promise.resolve(undefined)
  // The bank's page must not reach the frame.
  window.opener = null
  return new Promise((resolve) => {
    const end = (given?: Departure): void => {
      removeEventListener("message", receive)
      resolve(given)
    }
    const receive = ({ data, origin, source }: MessageEvent): void => {
      if (source === frame && origin === location.origin && isDeparture(data)) end(data)
    }
    addEventListener("message", receive)
    setTimeout(end, patience)
    frame.postMessage({ sheaf: "window" }, location.origin)
  })
}

/** Opens windows for the links that leave the page, and passes Escape on. */
export const listen = (embedding: Embedding | undefined, handOver: () => Promise<string>): void => {
  if (embedding === undefined || placeOf(embedding) === undefined) return
  addEventListener("click", (event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("main a[href]") : null
    if (link === null || !isDestination(link.href)) return
    event.preventDefault()
    leave(embedding, link.href, handOver)
  })
  addEventListener("keydown", (event) => {
    const isOwn = document.querySelector("dialog[open]") !== null
    if (event.key === "Escape" && !isOwn && !event.defaultPrevented) tell(embedding, { type: "close" })
  })
}
