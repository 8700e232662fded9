/** Code examples: buttons to copy and run them, and tabs that remember the reader's language. */
import { button, copyButton, demonstrationKey, element, version } from "./Elements.ts"
import { color, run } from "./Requests.ts"

const titles: Readonly<Record<string, string>> = {
  sh: "curl",
  ts: "TypeScript",
  python: "Python",
  json: "JSON",
  sql: "SQL",
  yaml: "YAML"
}

const storageKey = "sheaf.language"

const textOf = (figure: HTMLElement): string => figure.querySelector("pre")?.textContent ?? ""

const runControl = (figure: HTMLElement): HTMLElement | undefined => {
  const { get, scenario } = figure.dataset
  const key = demonstrationKey()
  if (key === undefined) return undefined
  if (get !== undefined) {
    const headers = { "authorization-token": key, "service-version": version() }
    return button("Run in the sandbox", "code__run", () => void run(figure, { method: "GET", path: get, headers }))
  }
  return scenario === undefined
    ? undefined
    : element("a", { class: "code__run", href: `/#/${scenario}/run` }, "Run in the sandbox")
}

const addBar = (figure: HTMLElement): void => {
  const code = figure.querySelector("code")
  if (figure.dataset["language"] === "json" && code?.childElementCount === 0) color(code)
  const control = runControl(figure)
  const { language = "" } = figure.dataset
  const title = language === "sh" && !textOf(figure).includes("curl") ? "Shell" : (titles[language] ?? "")
  figure.prepend(
    element(
      "div",
      { class: "code__bar" },
      element("span", {}, title),
      ...(control ? [control] : []),
      copyButton("code__copy", () => textOf(figure))
    )
  )
}

const remembered = (): string | null => {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return null
  }
}

const remember = (language: string): void => {
  try {
    localStorage.setItem(storageKey, language)
  } catch {
    // The browser blocks storage, so the choice lasts only until the next page.
  }
}

const choosers: Array<(language: string) => void> = []

const choose = (language: string): void => {
  for (const chooser of choosers) chooser(language)
}

/** Turns figures into tabs (WAI-ARIA, "Tabs"). The arrow keys switch between them. */
const makeTabs = (tabs: HTMLElement, index: number): void => {
  const figures = [...tabs.querySelectorAll<HTMLElement>(":scope > .code")]
  const buttons = figures.map((figure, at) => {
    const language = figure.dataset["language"] ?? ""
    figure.id = `tabs-${index}-${at}`
    figure.setAttribute("role", "tabpanel")
    figure.setAttribute("aria-label", titles[language] ?? language)
    const tab = button(titles[language] ?? language, "", () => {
      remember(language)
      const before = tab.getBoundingClientRect().top
      choose(language)
      // Corrects the scroll position, because the tabs above may have changed height.
      scrollBy(0, tab.getBoundingClientRect().top - before)
    })
    tab.setAttribute("role", "tab")
    tab.setAttribute("aria-controls", figure.id)
    return tab
  })
  const list = element("div", { class: "tabs__list", role: "tablist", "aria-label": "Language" }, ...buttons)
  list.addEventListener("keydown", ({ key }) => {
    const step = key === "ArrowRight" ? 1 : key === "ArrowLeft" ? -1 : 0
    const at = buttons.findIndex((one) => one === document.activeElement)
    const next = step === 0 ? undefined : buttons[(at + step + buttons.length) % buttons.length]
    next?.focus()
    next?.click()
  })
  tabs.prepend(list)
  choosers.push((language) => {
    const found = figures.findIndex((figure) => figure.dataset["language"] === language)
    const chosen = found === -1 ? 0 : found
    figures.forEach((figure, at) => (figure.hidden = at !== chosen))
    buttons.forEach((tab, at) => {
      tab.setAttribute("aria-selected", String(at === chosen))
      tab.tabIndex = at === chosen ? 0 : -1
    })
  })
}

export const complete = (): void => {
  for (const value of document.querySelectorAll<HTMLElement>("[data-copied]")) {
    const text = value.textContent ?? ""
    const copy = copyButton("copy", () => text)
    copy.setAttribute("aria-description", value.dataset["copied"] ?? "")
    value.append(copy)
  }
  for (const figure of document.querySelectorAll<HTMLElement>(".article .code")) addBar(figure)
  document.querySelectorAll<HTMLElement>(".tabs").forEach(makeTabs)
  choose(remembered() ?? "sh")
}
