/** The operator's own texts on the first screen, from `connect.texts` in the configuration. */
import type { Language } from "./Texts.ts"

/** Where the operator can place a text: below the heading, or below the products. */
export type OperatorTextSlot = "welcome" | "privacy"

export type OperatorTexts = Readonly<Partial<Record<Language, Readonly<Partial<Record<OperatorTextSlot, string>>>>>>

interface OperatorText {
  readonly text: string
  readonly language: Language
}

/** Falls back to English, then to `undefined`. */
export const textFor = (
  place: OperatorTextSlot,
  language: Language,
  texts: OperatorTexts = {}
): OperatorText | undefined => {
  const found = ([language, "en"] as const).find((each) => texts[each]?.[place] !== undefined)
  const text = found && texts[found]?.[place]
  return found === undefined || text === undefined ? undefined : { text, language: found }
}
