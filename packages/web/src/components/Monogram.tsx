/** Stands in for a company's logo: initials in a color chosen by the name. */
import "./Monogram.css"

/** How many colors the style sheet has. White text contrasts with each by more than 4.5. */
const colors = 6

const initialsOf = (name: string): string => {
  const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "")
  const letters = words.length > 1 ? words.slice(0, 2).map((word) => word.slice(0, 1)) : [name.slice(0, 2)]
  return letters.join("").toUpperCase()
}

const colorOf = (name: string): number =>
  Array.from(name).reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % colors

/** Screen readers skip it, because the name always appears beside it. */
export const Monogram = ({ name }: { readonly name: string }) => (
  <span class={`monogram monogram--${colorOf(name)}`} aria-hidden="true">
    {initialsOf(name)}
  </span>
)
