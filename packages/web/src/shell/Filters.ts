/** Fields that filter long lists on a page: the models by name, and the rows of long tables by their texts. */
import { element } from "./Elements.ts"

interface Filtered {
  /** The field stands before this element. */
  readonly place: Element
  readonly label: string
  readonly none: string
  readonly entries: ReadonlyArray<{ readonly shown: HTMLElement; readonly text: string }>
  /** Elements to hide if none of their entries is left. */
  readonly groups: ReadonlyArray<{ readonly shown: ReadonlyArray<HTMLElement>; readonly entries: ReadonlySet<Element> }>
  /** Elements to hide as long as the field is not empty. */
  readonly besides?: ReadonlyArray<HTMLElement>
}

const linked = (): HTMLElement | null => document.getElementById(decodeURIComponent(location.hash.slice(1)))

const add = ({ besides = [], entries, groups, label, none, place }: Filtered): void => {
  const status = element("p", { class: "note", role: "status" })
  const input = element("input", { type: "search", autocomplete: "off", spellcheck: "false" })
  const filter = (): void => {
    const wanted = input.value.trim().toLowerCase()
    for (const { shown, text } of entries) shown.hidden = !text.toLowerCase().includes(wanted)
    const left = entries.filter(({ shown }) => !shown.hidden)
    for (const { entries: own, shown } of groups)
      for (const part of shown) part.hidden = !left.some((entry) => own.has(entry.shown))
    for (const part of besides) part.hidden = wanted !== ""
    status.textContent = left.length > 0 ? "" : none
  }
  input.addEventListener("input", filter)
  // A link can lead to a part that the filter hides.
  addEventListener("hashchange", () => {
    if (!linked()?.closest("[hidden]")) return
    input.value = ""
    filter()
    linked()?.scrollIntoView()
  })
  place.before(element("div", {}, element("label", { class: "filter-field" }, label, input), status))
}

/** Filters the index of models by name. */
const completeModels = (list: HTMLElement): void =>
  add({
    place: list,
    label: "Filter models",
    none: "No model has this in its name.",
    entries: Array.from(list.querySelectorAll("li"), (shown) => ({ shown, text: shown.textContent ?? "" })),
    groups: Array.from(list.querySelectorAll("section"), (section) => ({
      shown: [section],
      entries: new Set(section.querySelectorAll("li"))
    }))
  })

/** The guides with long tables, and what their rows are called. */
const tabulated: Readonly<Record<string, readonly [label: string, none: string]>> = {
  "/docs/guides/configuration": ["Filter settings", "No setting has this in its name or texts."],
  "/docs/guides/errors": ["Filter errors", "No error has this in its code or texts."],
  "/docs/guides/records": ["Filter kinds by member", "No kind of record has this in its name or members."]
}

const isHeading = (part: HTMLElement): boolean => part.matches(".heading")

const levelOf = (heading: HTMLElement): number => Number(heading.querySelector("h2, h3, h4")?.tagName.slice(1))

const rowsIn = (parts: ReadonlyArray<HTMLElement>): ReadonlyArray<HTMLElement> =>
  parts.flatMap((part) => [...part.querySelectorAll<HTMLElement>("tbody tr")])

/** Returns each heading with what is directly below it, and with the whole section including its subsections. */
const sectionsIn = (parts: ReadonlyArray<HTMLElement>) =>
  parts.filter(isHeading).map((heading) => {
    const after = parts.slice(parts.indexOf(heading) + 1)
    const until = (isEnd: (part: HTMLElement) => boolean): ReadonlyArray<HTMLElement> => {
      const end = after.findIndex(isEnd)
      return end === -1 ? after : after.slice(0, end)
    }
    const whole = until((part) => isHeading(part) && levelOf(part) <= levelOf(heading))
    return { heading, own: until(isHeading), whole }
  })

/** Filters the rows of a guide's tables. The heading above a table also counts as text of its rows. */
const completeTables = (article: HTMLElement, [label, none]: readonly [string, string]): void => {
  const parts = [...article.querySelectorAll<HTMLElement>(":scope > .heading, :scope > .heading ~ *")]
  const sections = sectionsIn(parts.filter((part) => !part.matches(".shell-neighbors")))
  const [first] = sections
  if (first === undefined) return
  const own = sections.flatMap((section) => section.own)
  const tables = own.filter((part) => part.matches(".table"))
  add({
    place: first.heading,
    label,
    none,
    entries: sections.flatMap(({ heading, own }) =>
      rowsIn(own).map((shown) => ({ shown, text: `${heading.textContent} ${shown.textContent}` }))
    ),
    groups: [
      ...sections.map(({ heading, whole }) => ({ shown: [heading], entries: new Set(rowsIn(whole)) })),
      ...tables.map((table) => ({ shown: [table], entries: new Set(rowsIn([table])) }))
    ],
    besides: own.filter((part) => !tables.includes(part))
  })
}

export const complete = (): void => {
  const models = document.querySelector<HTMLElement>(".models")
  if (models !== null) completeModels(models)
  const article = document.querySelector<HTMLElement>("main.article")
  const names = tabulated[location.pathname]
  if (article !== null && names !== undefined) completeTables(article, names)
}
