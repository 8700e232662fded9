/** The page's language and its texts. English is part of the script, and other languages are loaded on demand. */
import { signal } from "@preact/signals"
import english from "./en.json" with { type: "json" }
import estonian from "./et.json?url"
import french from "./fr.json?url"
import latvian from "./lv.json?url"
import lithuanian from "./lt.json?url"
import swedish from "./sv.json?url"

/** The languages of spec 13, each by its own name. */
export const languages = {
  sv: "Svenska",
  et: "Eesti",
  lt: "Lietuvių",
  lv: "Latviešu",
  fr: "Français",
  en: "English"
} as const

export type Language = keyof typeof languages

/** A text, or one text for each plural category of the language (Unicode CLDR). */
type Entry = string | Readonly<Record<string, string>>
type Catalog = Readonly<Record<string, Entry>>

export type TextKey = keyof typeof english

const addresses: Readonly<Record<Exclude<Language, "en">, string>> = {
  sv: swedish,
  et: estonian,
  lt: lithuanian,
  lv: latvian,
  fr: french
}

const catalog = signal<Catalog>(english)

/** The language in which the page is shown. */
export const language = signal<Language>("en")

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag)

/** Returns the first of the tags (RFC 5646) that the page has a catalog for, or English. */
export const languageOf = (tags: ReadonlyArray<string>): Language =>
  tags.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? "en"

const isCatalog = (value: unknown): value is Catalog => typeof value === "object" && value !== null

/** Shows the page in another language. Keeps the current language if the catalog cannot be loaded. */
export const setLanguage = async (next: Language): Promise<void> => {
  if (next !== language.peek()) {
    const loaded: unknown = next === "en" ? english : await (await fetch(addresses[next])).json().catch(() => undefined)
    if (!isCatalog(loaded)) return
    catalog.value = loaded
    language.value = next
  }
  document.documentElement.lang = next
}

/** Replaces texts, for example with those of the operator. Unknown keys are ignored. */
export const isTextKey = (key: string): key is TextKey => Object.hasOwn(english, key)

export type TextValues = Readonly<Record<string, string | number>>

const fill = (text: string, values: TextValues): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** Returns a text in the page's language, with its placeholders filled. `n` chooses the plural form. */
export const t = (key: TextKey, values: TextValues = {}): string => {
  const entry = catalog.value[key] ?? english[key]
  if (typeof entry === "string") return fill(entry, values)
  const forms: Readonly<Record<string, string>> = entry
  const form = forms[new Intl.PluralRules(language.value).select(Number(values["n"] ?? 0))] ?? forms["other"] ?? ""
  return fill(form, values)
}

/** Returns the text of a key that has a variable part, or `otherwise` if there is no such text. */
export const textOrDefault = (key: string, otherwise: TextKey, values: TextValues = {}): string =>
  t(isTextKey(key) ? key : otherwise, values)
