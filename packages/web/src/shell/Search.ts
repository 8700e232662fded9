/** Search in guides and reference. `/` opens it, arrow keys select a result, Enter opens the result. */
import { matches, wordsOf } from "../texts/Search.ts"
import { button, element } from "./Elements.ts"

type Entry = readonly [href: string, page: string, heading: string, text: string]

const maxResults = 20

const kindOf = (href: string): "API" | "Error" | "Guide" => {
  if (/^\/(?:problems\/|docs\/guides\/errors)/.test(href)) return "Error"
  return href.startsWith("/docs/guides") ? "Guide" : "API"
}

/** Splits the names of models: `PersonalNumber` is found as "personal number". */
const spaced = (heading: string): string => heading.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ")

/**
 * Returns where the query's words follow each other in the text. If they do not, returns where one of them first
 * appears, or -1 if none does.
 */
const positionIn = (text: string, query: string): { readonly at: number; readonly isPhrase: boolean } => {
  const parts = wordsOf(query)
  const words = [...text.matchAll(/[\p{L}\p{N}]+/gu)]
  const starts = (at: number, part: string): boolean => wordsOf(words[at]?.[0] ?? "")[0]?.startsWith(part) === true
  const phrase = words.findIndex((_, at) => parts.every((part, offset) => starts(at + offset, part)))
  const first = phrase === -1 ? words.findIndex((_, at) => parts.some((part) => starts(at, part))) : phrase
  return { at: words[first]?.index ?? -1, isPhrase: phrase !== -1 }
}

/**
 * Ranks an entry by where it contains all words of the query: in its heading, its page's title, or its text. In the
 * text, a phrase ranks above scattered words. Pages rank above their sections, and models rank last.
 */
const rankOf = ([href, page, heading, text]: Entry, query: string): number => {
  const place = href.includes("/models#") ? 2 : href.includes("#") ? 1 : 0
  const title = spaced(heading)
  if ([heading, title, page].some((one) => one.toLowerCase() === query.trim().toLowerCase())) return place
  if (matches(`${heading} ${title}`, query)) return 3 + place
  if (matches(`${page} ${heading}`, query)) return 6 + place
  if (!matches(`${page} ${heading} ${text}`, query)) return Infinity
  return (positionIn(text, query).isPhrase ? 9 : 12) + place
}

/** If a match begins after this many characters, the snippet omits the beginning of the text. */
const maxLead = 24

export const snippetOf = (text: string, query: string): string => {
  const { at } = positionIn(text, query)
  return at > maxLead ? `… ${text.slice(at)}` : text
}

export const find = (entries: ReadonlyArray<Entry>, query: string): ReadonlyArray<Entry> =>
  wordsOf(query).length === 0
    ? []
    : entries
        .map((entry) => [rankOf(entry, query), entry] as const)
        .filter(([rank]) => rank !== Infinity)
        .toSorted(([one], [other]) => one - other)
        .slice(0, maxResults)
        .map(([, entry]) => entry)

const load = async (): Promise<ReadonlyArray<Entry>> => (await fetch("/docs/search.json")).json()

const marked = (text: string, query: string): ReadonlyArray<Node | string> => {
  const parts = wordsOf(query)
  return text
    .split(/([\p{L}\p{N}]+)/u)
    .map((word) => (parts.some((part) => wordsOf(word)[0]?.startsWith(part)) ? element("mark", {}, word) : word))
}

class SearchDialog {
  readonly #input = element("input", {
    type: "text",
    enterkeyhint: "search",
    role: "combobox",
    placeholder: "Search guides and reference",
    "aria-label": "Search",
    "aria-controls": "search-results",
    "aria-expanded": "true",
    "aria-autocomplete": "list",
    autocomplete: "off"
  })
  readonly #list = element("ul", { id: "search-results", role: "listbox", "aria-label": "Results" })
  readonly #none = element("p", { class: "search__none", role: "status" })
  readonly #dialog = element(
    "dialog",
    { class: "search", "aria-label": "Search" },
    this.#input,
    element("div", { class: "search__results" }, this.#none, this.#list),
    element(
      "p",
      { class: "search__hint" },
      element("span", {}, element("kbd", {}, "↑"), " ", element("kbd", {}, "↓"), " choose"),
      element("span", {}, element("kbd", {}, "Enter"), " open"),
      element("span", {}, element("kbd", {}, "Esc"), " close")
    )
  )
  #entries: Promise<ReadonlyArray<Entry>> | undefined
  #selected = 0

  constructor() {
    this.#input.addEventListener("input", () => void this.#show())
    this.#input.addEventListener("keydown", (event) => this.#press(event))
    // A click on the dialog element itself is a click on its backdrop.
    this.#dialog.addEventListener("click", ({ target }) => target === this.#dialog && this.#dialog.close())
    document.body.append(this.#dialog)
  }

  open(): void {
    this.#entries ??= load()
    if (!this.#dialog.open) this.#dialog.showModal()
    this.#input.focus()
    this.#input.select()
  }

  async #show(): Promise<void> {
    const query = this.#input.value
    const found = find((await this.#entries) ?? [], query)
    // Drops the results if the reader has typed more in the meantime.
    if (query !== this.#input.value) return
    this.#list.replaceChildren(...found.map((entry, at) => this.#option(entry, at, query)))
    this.#none.textContent = found.length === 0 && query.trim() !== "" ? "Nothing found. Try fewer or other words." : ""
    this.#select(0)
  }

  #option([href, page, heading, text]: Entry, at: number, query: string): HTMLElement {
    const option = element(
      "li",
      { role: "option", id: `search-${at}`, "data-href": href },
      element(
        "div",
        { class: "search__title" },
        element("span", {}, ...(page === heading ? [] : [`${page} ›`])),
        element("strong", {}, ...marked(heading, query)),
        element("small", {}, kindOf(href))
      ),
      element("p", {}, ...marked(snippetOf(text, query), query))
    )
    option.addEventListener("click", () => this.#go(option))
    return option
  }

  #select(at: number): void {
    const options = [...this.#list.children]
    this.#selected = options.length === 0 ? 0 : (at + options.length) % options.length
    options.forEach((option, index) => option.setAttribute("aria-selected", String(index === this.#selected)))
    const chosen = options[this.#selected]
    if (chosen === undefined) this.#input.removeAttribute("aria-activedescendant")
    else this.#input.setAttribute("aria-activedescendant", chosen.id)
    chosen?.scrollIntoView({ block: "nearest" })
  }

  #go(option: Element | undefined): void {
    const href = option instanceof HTMLElement ? option.dataset["href"] : undefined
    if (href === undefined) return
    this.#dialog.close()
    location.assign(href)
  }

  #press(event: KeyboardEvent): void {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0
    if (step !== 0) {
      event.preventDefault()
      this.#select(this.#selected + step)
    }
    if (event.key === "Enter") this.#go(this.#list.children[this.#selected])
  }
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

const glass =
  '<svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" aria-hidden="true"><circle cx="7" cy="7" r="4.5"/><path d="M10.5 10.5 14 14"/></svg>'

export const start = (): void => {
  const place = document.querySelector("[data-search]")
  if (place === null) return
  let dialog: SearchDialog | undefined
  const open = (): void => (dialog ??= new SearchDialog()).open()
  const opener = button("", "search-open", open)
  opener.innerHTML = `${glass}<span>Search</span><kbd aria-hidden="true">/</kbd>`
  opener.setAttribute("aria-keyshortcuts", "/")
  place.append(opener)
  document.querySelector("[data-searchable]")?.prepend(button("Search", "action", open))
  addEventListener("keydown", (event) => {
    const isShortcut = event.key === "/" || (event.key === "k" && (event.ctrlKey || event.metaKey))
    if (!isShortcut || (event.key === "/" && isTyping(event.target))) return
    event.preventDefault()
    open()
  })
}
