/** The dialog that shows the page in a frame. The browser keeps the focus inside, and Escape closes it. */

export interface OpenSheet {
  readonly target: Window | null
  readonly show: (link: string) => void
  readonly ready?: () => void
  readonly remove: () => void
}

// A style sheet object works under any content security policy, and the shadow root keeps the page's own styles out.
const style =
  "dialog{box-sizing:border-box;border:0;padding:0;width:min(30rem,100vw);height:min(50rem,100dvh - 3rem);max-width:none;" +
  "max-height:none;border-radius:1rem;overflow:hidden;color-scheme:light dark;background:light-dark(#fff,#191c23);" +
  "color:CanvasText}" +
  "dialog::backdrop{background:rgb(0 0 0/.5)}" +
  "@media(max-width:30rem){dialog{height:100dvh;border-radius:0}}" +
  "button{display:block;margin:0 0 0 auto;width:2.75rem;height:2.75rem;border:0;background:none;color:inherit;" +
  "font:1.5rem/1 system-ui,sans-serif;cursor:pointer}" +
  "button:focus-visible{outline:3px solid;outline-offset:-6px;border-radius:50%}" +
  "iframe{display:block;border:0;width:100%;height:calc(100% - 2.75rem)}"

const closeNames: Readonly<Record<string, string>> = {
  et: "Sulge",
  fr: "Fermer",
  lt: "Uždaryti",
  lv: "Aizvērt",
  sv: "Stäng"
}

export const openSheet = (title: string, onClose: () => void): OpenSheet => {
  const before = document.activeElement
  const host = document.createElement("div")
  const root = host.attachShadow({ mode: "open" })
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style)
  root.adoptedStyleSheets = [sheet]

  const dialog = document.createElement("dialog")
  dialog.setAttribute("aria-label", title)
  dialog.setAttribute("aria-busy", "true")
  const button = document.createElement("button")
  button.type = "button"
  button.textContent = "×"
  button.setAttribute("aria-label", closeNames[document.documentElement.lang.slice(0, 2)] ?? "Close")
  button.addEventListener("click", onClose)
  const frame = document.createElement("iframe")
  frame.title = title
  dialog.append(button, frame)
  root.append(dialog)
  document.body.append(host)
  dialog.addEventListener("cancel", (event) => {
    event.preventDefault()
    onClose()
  })
  dialog.showModal()
  return {
    target: frame.contentWindow,
    show: (link) => {
      frame.src = link
    },
    ready: () => {
      dialog.removeAttribute("aria-busy")
      frame.focus()
    },
    remove: () => {
      dialog.close()
      host.remove()
      if (before instanceof HTMLElement) before.focus()
    }
  }
}
