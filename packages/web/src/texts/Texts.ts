/** The page's language and texts. English is part of the script; other languages load on demand. */
import { signal } from "@preact/signals"
import english from "./en.json" with { type: "json" }
import estonian from "./et.json?url"
import french from "./fr.json?url"
import latvian from "./lv.json?url"
import lithuanian from "./lt.json?url"
import swedish from "./sv.json?url"

/** The languages that the specification lists (spec 13), each by its own name. */
export const languages = {
  sv: "Svenska",
  et: "Eesti",
  lt: "Lietuvių",
  lv: "Latviešu",
  fr: "Français",
  en: "English"
} as const

export type Language = keyof typeof languages

/** A text, or one text for each plural category (Unicode CLDR). */
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

export const language = signal<Language>("en")

export const isLanguage = (tag: string): tag is Language => Object.hasOwn(languages, tag)

/** Returns the language of the first tag (RFC 5646) that has a catalog, or English. */
export const languageOf = (tags: ReadonlyArray<string>): Language =>
  tags.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage) ?? "en"

const isCatalog = (value: unknown): value is Catalog => typeof value === "object" && value !== null

/** Keeps the current language if the catalog does not load. */
export const setLanguage = async (next: Language): Promise<void> => {
  if (next !== language.peek()) {
    const loaded: unknown = next === "en" ? english : await (await fetch(addresses[next])).json().catch(() => undefined)
    if (!isCatalog(loaded)) return
    catalog.value = loaded
    language.value = next
  }
  document.documentElement.lang = next
}

export const isTextKey = (key: string): key is TextKey => Object.hasOwn(english, key)

export type TextValues = Readonly<Record<string, string | number>>

const fill = (text: string, values: TextValues): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole))

/** Fills in the placeholders; `n` selects the plural form. */
export const t = (key: TextKey, values: TextValues = {}): string => {
  const entry = catalog.value[key] ?? english[key]
  if (typeof entry === "string") return fill(entry, values)
  const forms: Readonly<Record<string, string>> = entry
  const form = forms[new Intl.PluralRules(language.value).select(Number(values["n"] ?? 0))] ?? forms["other"] ?? ""
  return fill(form, values)
}

/** Like `t`, for keys built at run time. For an unknown key, returns the text for `otherwise`. */
export const textOrDefault = (key: string, otherwise: TextKey, values: TextValues = {}): string =>
  t(isTextKey(key) ? key : otherwise, values)
