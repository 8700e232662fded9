/** What people recognize a company by: its logo, or a monogram that no other company in the list has. */
import { createContext } from "preact"
import { useContext, useState } from "preact/hooks"
import { candidatesOf } from "./Monograms.ts"
import "./CompanyMark.css"

export interface Mark {
  /** The URL of the logo. */
  readonly logo?: string | undefined
  /** The color behind the letters, as `#rrggbb`. */
  readonly color?: string | undefined
  readonly letters: string
}

/**
 * How many colors the style sheet has for companies without a color of their own. White letters are readable on each.
 */
const colors = 8

const colorOf = (name: string): number =>
  Array.from(name).reduce((hash, letter) => (hash * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7) % colors

/** Returns the relative luminance of a color (WCAG 2.2), from 0 for black to 1 for white. */
const luminanceOf = (color: string): number => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Above this luminance, dark letters are easier to read than white ones. */
const middle = 0.179

/** The marks of the companies on the page. The keys are all company names that the page can show. */
export const Marks = createContext<ReadonlyMap<string, Mark>>(new Map())

/** The name always appears beside the mark, so screen readers skip the mark. */
export const CompanyMark = ({ name }: { readonly name: string }) => {
  const { color, letters, logo } = useContext(Marks).get(name) ?? { letters: candidatesOf(name)[0] }
  const [broken, setBroken] = useState<string | undefined>(undefined)
  if (logo !== undefined && logo !== broken)
    return <img class="mark mark--logo" src={logo} alt="" width="40" height="40" onError={() => setBroken(logo)} />
  const style = color && { background: color, color: luminanceOf(color) > middle ? "#111111" : "#ffffff" }
  return (
    <span class={`mark mark--${colorOf(name)}`} {...(style && { style })} aria-hidden="true">
      {letters}
    </span>
  )
}
