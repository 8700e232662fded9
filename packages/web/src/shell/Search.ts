/**
 * Searches the guides and the reference, in a dialog and in a field on the page that is shown for unknown paths. `/`
 * opens the dialog, arrow keys select a result, and Enter opens it.
 */
import { button, element, version } from "./Elements.ts"
import { find, kindOf, popularIn, Query, snippetOf } from "./Ranking.ts"
import type { Entry } from "./Ranking.ts"

let loaded: Promise<ReadonlyArray<Entry>> | undefined

const load = (): Promise<ReadonlyArray<Entry>> => (loaded ??= fetch("/docs/search.json").then((found) => found.json()))

const marked = (text: string, query: Query): ReadonlyArray<Node | string> =>
  text.split(/([\p{L}\p{N}]+)/u).map((word) => (query.matchesWord(word) ? element("mark", {}, word) : word))

/** A field with a list of results below it (WAI-ARIA, "Combobox"). */
class SearchField {
  readonly input: HTMLInputElement
  readonly results: HTMLElement
  readonly #name: string
  readonly #max: number
  readonly #list: HTMLElement
  readonly #caption = element("p", { class: "search__caption", role: "status" })
  #selected = 0

  /** `name` distinguishes the ids of several fields on a page. */
  constructor(name: string, max: number) {
    this.#name = name
    this.#max = max
    this.input = element("input", {
      type: "text",
      enterkeyhint: "search",
      role: "combobox",
      placeholder: "Search guides and reference",
      "aria-label": "Search",
      "aria-controls": `${name}-results`,
      "aria-expanded": "true",
      "aria-autocomplete": "list",
      autocomplete: "off"
    })
    this.#list = element("ul", {
      class: "search__list",
      id: `${name}-results`,
      role: "listbox",
      "aria-label": "Results"
    })
    this.results = element("div", { class: "search__results" }, this.#caption, this.#list)
    this.input.addEventListener("input", () => void this.show())
    this.input.addEventListener("keydown", (event) => this.#press(event))
  }

  /**
   * The query that the page itself enters into the field. For this query, only headings are searched, because a match
   * in a stray sentence could mislead the reader.
   */
  guess = ""

  /** Shows the results of the query. If a query that the reader has entered has none, shows popular entries instead. */
  async show(): Promise<void> {
    const text = this.input.value
    const entries = await load()
    // Drops the results if the reader has typed more in the meantime.
    if (text !== this.input.value) return
    const query = new Query(text)
    const isGuess = text !== "" && text === this.guess
    const found = find(entries, query, { inTexts: !isGuess })
    // A guess that finds nothing would only be in the reader's way.
    if (isGuess && found.length === 0) this.input.value = ""
    const shown = (found.length === 0 && !isGuess ? popularIn(entries, version()) : found).slice(0, this.#max)
    this.results.hidden = shown.length === 0
    this.input.setAttribute("aria-expanded", String(shown.length > 0))
    this.#list.replaceChildren(...shown.map((entry, at) => this.#option(entry, at, query)))
    this.#caption.textContent =
      found.length > 0 ? "" : query.isEmpty ? "Often read" : "Nothing found. Try other words, or one of these:"
    this.#select(0)
  }

  #option([href, page, heading, text]: Entry, at: number, query: Query): HTMLElement {
    const option = element(
      "li",
      { role: "option", id: `${this.#name}-${at}`, "data-href": href },
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
    if (chosen === undefined) this.input.removeAttribute("aria-activedescendant")
    else this.input.setAttribute("aria-activedescendant", chosen.id)
    if (document.activeElement === this.input) chosen?.scrollIntoView({ block: "nearest" })
  }

  #go(option: Element | undefined): void {
    const href = option instanceof HTMLElement ? option.dataset["href"] : undefined
    if (href === undefined) return
    this.input.closest("dialog")?.close()
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

const maxInDialog = 20

/** Returns a function that opens the dialog. */
const makeDialog = (): (() => void) => {
  const field = new SearchField("search", maxInDialog)
  const key = (...names: ReadonlyArray<string>): ReadonlyArray<Node | string> =>
    names.flatMap((name) => [element("kbd", {}, name), " "])
  const dialog = element(
    "dialog",
    { class: "search", "aria-label": "Search" },
    field.input,
    field.results,
    element(
      "p",
      { class: "search__hint" },
      element("span", {}, ...key("↑", "↓"), "choose"),
      element("span", {}, ...key("Enter"), "open"),
      element("span", {}, ...key("Esc"), "close")
    )
  )
  // A click on the dialog element itself is a click on its backdrop.
  dialog.addEventListener("click", ({ target }) => target === dialog && dialog.close())
  document.body.append(dialog)
  return () => {
    if (!dialog.open) dialog.showModal()
    field.input.focus()
    field.input.select()
    void field.show()
  }
}

const maxSuggestions = 3

/** Returns the words of the last part of a path, without the extension of a file. */
const wordsIn = (path: string): string => {
  const [last = ""] = path
    .split("/")
    .filter((part) => part !== "")
    .slice(-1)
  return last
    .replace(/\.\w+$/, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
}

/**
 * Adds a search field with suggestions. Fills in the end of the page's path, because that is probably what the reader
 * looked for.
 */
const addField = (place: Element): void => {
  const field = new SearchField("suggestions", maxSuggestions)
  field.guess = wordsIn(location.pathname)
  field.input.value = field.guess
  place.append(field.input, field.results)
  void field.show()
}

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

const glass =
  '<svg viewBox="0 0 16 16" width="16" height="16" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" aria-hidden="true"><circle cx="7" cy="7" r="4.5"/><path d="M10.5 10.5 14 14"/></svg>'

export const start = (): void => {
  const place = document.querySelector("[data-search]")
  if (place === null) return
  let opened: (() => void) | undefined
  const open = (): void => (opened ??= makeDialog())()
  const opener = button("", "search-open", open)
  opener.innerHTML = `${glass}<span>Search</span><kbd aria-hidden="true">/</kbd>`
  opener.setAttribute("aria-keyshortcuts", "/")
  place.append(opener)
  const searchable = document.querySelector("[data-searchable]")
  if (searchable !== null) addField(searchable)
  addEventListener("keydown", (event) => {
    const isShortcut = event.key === "/" || (event.key === "k" && (event.ctrlKey || event.metaKey))
    if (!isShortcut || (event.key === "/" && isTyping(event.target))) return
    event.preventDefault()
    open()
  })
}
