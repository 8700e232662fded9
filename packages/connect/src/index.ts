/**
 * Opens Sheaf's Connect page from a web page whose origin is registered for the client: in a sheet over the page, in a
 * window, or in place of the page.
 */
import { openSheet } from "./Sheet.ts"
import type { OpenSheet } from "./Sheet.ts"

/**
 * `sheet`: a dialog with the page in a frame. `popup`: a separate window. `redirect`: this page navigates to the
 * Connect page.
 */
export type ConnectMode = "sheet" | "popup" | "redirect"

/**
 * What happens while the page is open. `step` names the screen, such as `company`, but includes none of its content.
 */
export type ConnectEvent = { readonly type: "ready" } | { readonly type: "step"; readonly step: string }

/**
 * How the page closed:
 * - `COMPLETED`: the person finished.
 * - `ABANDONED`: the person left with the page's own button.
 * - `CLOSED`: the sheet or window was closed. In this browser, the same link continues the session.
 * - `BLOCKED`: the browser did not open a window.
 * - `UNSUPPORTED`: the browser keeps no cookies in frames. The link is still unused, so open it in another mode.
 * - `FAILED`: there was no link.
 */
export type ConnectStatus = "COMPLETED" | "ABANDONED" | "CLOSED" | "BLOCKED" | "UNSUPPORTED" | "FAILED"

export interface ConnectExit {
  readonly status: ConnectStatus
  readonly connectSessionId?: string
  /**
   * Send this to your server, which uses it to confirm the session. Present after `COMPLETED` if the session has a
   * `returnUrl`.
   */
  readonly code?: string
}

export interface ConnectOptions {
  /** The `url` of a new session. */
  readonly url?: string
  /** Instead of `url`: asks your server for the `url` of a new session. */
  readonly fetchUrl?: () => Promise<string>
  /** Default: `sheet`. */
  readonly mode?: ConnectMode
  /** The name of the dialog for screen readers. Default: `Connect`. */
  readonly title?: string
  readonly onEvent?: (event: ConnectEvent) => void
  /** Called once, after everything that `open` added to the page has been removed. */
  readonly onExit?: (exit: ConnectExit) => void
}

export interface ConnectHandle {
  /** Closes the sheet or window. `onExit` then gets `CLOSED`. */
  readonly close: () => void
}

/**
 * How long the page may take to respond, in milliseconds, before a warning in the browser's console explains what could
 * be wrong.
 */
const patience = 5000

const windowFeatures = "popup,width=480,height=760"

/** Opens the window. Browsers allow this only in a click handler, so it opens before the link is known. */
const openWindow = (onClosed: () => void): OpenSheet => {
  const target = window.open("", "_blank", windowFeatures)
  const watch = setInterval(() => {
    if (target?.closed === true) onClosed()
  }, 500)
  return {
    target,
    show: (link) => target?.location.replace(link),
    remove: () => {
      clearInterval(watch)
      target?.close()
    }
  }
}

/**
 * Opens a session's page. Call it in a click handler. Messages from other windows and origins are ignored, so only the
 * session's page can report that the session has ended.
 *
 * @example
 * open({ url, onExit: ({ code, connectSessionId, status }) => finish(status, connectSessionId, code) })
 */
export const open = (options: ConnectOptions): ConnectHandle => {
  const { fetchUrl, mode = "sheet", onEvent, onExit, title = "Connect", url } = options
  let origin: string | undefined
  let shown: OpenSheet | undefined
  let isOver = false
  let isReady = false
  let waiting: ReturnType<typeof setTimeout> | undefined

  // The browser does not tell this page why a frame stays empty or a window is lost.
  const warn = (): void => {
    if (isReady || origin === undefined) return
    // oxlint-disable-next-line no-console -- The developer of the page reads it, and nobody else can tell the reason.
    console.warn(`Connect did not answer. Is this origin registered? sheaf clients origins add ${location.origin}`)
  }
  const exit = (result: ConnectExit): void => {
    if (isOver) return
    isOver = true
    clearTimeout(waiting)
    if (result.status === "CLOSED") warn()
    removeEventListener("message", receive)
    shown?.remove()
    onExit?.(result)
  }
  const close = (): void => exit({ status: "CLOSED" })

  const receive = (message: MessageEvent): void => {
    const { data } = message
    if (message.origin !== origin || message.source !== shown?.target || data?.sheaf !== "connect") return
    const { code, connectSessionId, status, step, type } = data
    if (type === "exit") exit({ status, connectSessionId, ...(code !== undefined && { code }) })
    else if (type === "close") close()
    else if (type === "ready" || type === "step") {
      if (type === "ready") {
        isReady = true
        shown?.ready?.()
      }
      onEvent?.(type === "ready" ? { type } : { type, step })
    }
  }

  const show = (link: string): void => {
    const page = new URL(link)
    if (isOver) return
    if (!/^https?:$/.test(page.protocol)) throw new TypeError(`not a link: ${link}`)
    origin = page.origin
    if (shown === undefined) {
      location.assign(link)
      return
    }
    page.searchParams.set("mode", mode)
    page.searchParams.set("origin", location.origin)
    shown.show(page.href)
    waiting = setTimeout(warn, patience)
  }

  if (mode !== "redirect") {
    addEventListener("message", receive)
    shown = mode === "popup" ? openWindow(close) : openSheet(title, close)
    if (shown.target === null) {
      exit({ status: "BLOCKED" })
      return { close }
    }
  }
  const link = async (): Promise<string> => url ?? fetchUrl?.() ?? ""
  link()
    .then(show)
    .catch(() => exit({ status: "FAILED" }))
  return { close }
}
