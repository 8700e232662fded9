/**
 * Connect in a frame or window of the client's page (spec 13). Connect posts messages to that page only. Bank pages and
 * apps refuse to be framed, so their links open a new window. The frame's cookie does not work in the new window, so
 * the frame passes the session to it.
 */
import type { OpenConnectSessionRequest } from "@sheaf/client/connect"
import type { OpeningUrl } from "./PageRoutes.ts"

/**
 * The client's page that embeds Connect, and how it does so. The page's origin is registered. In mode `window`, Connect
 * runs in a new window that leads to a bank or an app.
 */
export interface Embedding {
  readonly mode: "sheet" | "popup" | "window"
  readonly origin: string
}

/** Messages to the client's page. They contain nothing about the person. */
type EmbedMessage =
  | { readonly type: "ready" | "close" }
  | { readonly type: "step"; readonly step: string }
  | { readonly type: "exit"; readonly status: string; readonly connectSessionId?: string; readonly code?: string }

interface Departure {
  readonly url: string
  readonly handover?: string
}

const isFramed = window.parent !== window

/** How long a window waits for its opener, in milliseconds. */
const patience = 10_000

const opener = (): Window | null => window.opener as Window | null

const isDestination = (url: string): boolean => /^(?!(?:javascript|data|blob|file|about):)[a-z][a-z0-9+.-]*:/i.test(url)

const isDeparture = (data: unknown): data is Departure & { readonly sheaf: string } =>
  typeof data === "object" &&
  data !== null &&
  "sheaf" in data &&
  data.sheaf === "departure" &&
  "url" in data &&
  typeof data.url === "string" &&
  isDestination(data.url)

export const placeOf = (embedding: Embedding | undefined): "FRAME" | "WINDOW" | undefined => {
  if (isFramed) return "FRAME"
  return embedding?.mode === "popup" && opener() !== null ? "WINDOW" : undefined
}

/** Posts a message to the client's page. Returns false if there is no such page. */
export const tell = (embedding: Embedding | undefined, message: EmbedMessage): boolean => {
  const to = isFramed ? window.parent : opener()
  if (embedding === undefined || placeOf(embedding) === undefined || to === null) return false
  to.postMessage({ sheaf: "connect", ...message }, embedding.origin)
  return true
}

/**
 * Returns false if the page is in a frame where the browser keeps no cookies, and tells the client's page that Connect
 * is not supported there. Call this before opening the link, which works only once.
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

const closingTime = 2000

/**
 * Tells the client's page how the session ended, and passes on the code from the return URL. If there is no such page,
 * navigates to the return URL instead. A window that is still open after `closingTime` also navigates to the return
 * URL, because a page other than the client's may have opened it.
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

/** Opens a window for a bank or an app. Call this in a click handler; otherwise the browser blocks the window. */
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

/** Asks the opener where this window should go. Resolves to `undefined` if the opener does not answer. */
export const departure = (embedding: Embedding | undefined): Promise<Departure | undefined> => {
  const frame = opener()
  if (embedding?.mode !== "window" || isFramed || frame === null) return Promise.resolve(undefined)
  // The bank's page, which this window will show, must not be able to access the frame.
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

/** Makes links to banks and apps open in new windows, and tells the client's page when the person presses Escape. */
export const listen = (embedding: Embedding | undefined, handOver: () => Promise<string>): void => {
  if (embedding === undefined || placeOf(embedding) === undefined) return
  addEventListener("click", (event) => {
    const link =
      event.target instanceof Element ? event.target.closest<HTMLAnchorElement>("main a[href]:not([rel~=help])") : null
    if (link === null || !isDestination(link.href)) return
    event.preventDefault()
    leave(embedding, link.href, handOver)
  })
  addEventListener("keydown", (event) => {
    const isOwn = document.querySelector("dialog[open]") !== null
    if (event.key === "Escape" && !isOwn && !event.defaultPrevented) tell(embedding, { type: "close" })
  })
}
