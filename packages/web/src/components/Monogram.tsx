/** A company's logo, drawn from its name. */
import "./Monogram.css"

/** The number of colors in the style sheet. Each has a contrast ratio above 4.5 with white. */
const colors = 6

const initialsOf = (name: string): string => {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "")
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => word.slice(0, 1)) : [name.slice(0, 2)]
  return letters.join("").toUpperCase()
}

const colorOf = (name: string): number =>
  Array.from(name).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % colors

/** The name always appears beside the monogram, so screen readers skip the monogram. */
export const Monogram = ({ name }: { readonly name: string }) => (
  <span class={`monogram monogram--${colorOf(name)}`} aria-hidden="true">
    {initialsOf(name)}
  </span>
)
