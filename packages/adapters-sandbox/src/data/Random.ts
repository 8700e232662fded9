/** Pseudorandom choices. A given seed always produces the same choices, in any process and version. */
import { hash } from "node:crypto"

/** Capital letters that are hard to mistake for digits or each other. */
const readable = "ABCDEFGHJKLMNPRSTUWXYZ"
const hexDigits = "0123456789abcdef"
const wordBytes = 4

/** Matches the content of a pattern's braces: a range, or a number of digits or letters. */
const partForm = /^(?:(\d+)-(\d+)|(digits|letters) (\d+))$/

/** Creates a generator that runs SHA-256 in counter mode, which is slow but simple. */
export const randomFrom = (...seed: ReadonlyArray<string>) => {
  const text = JSON.stringify(seed)
  let block = Buffer.alloc(0)
  let offset = 0
  let counter = 0

  const word = (): number => {
    if (offset === block.length) {
      block = hash("sha256", `${counter++}${text}`, "buffer")
      offset = 0
    }
    const value = block.readUInt32BE(offset)
    offset += wordBytes
    return value
  }
  const integer = (minimum: number, maximum: number): number =>
    minimum + Math.floor((word() / 2 ** 32) * (maximum - minimum + 1))
  const pick = <A>(items: ReadonlyArray<A>): A => {
    const item = items[integer(0, items.length - 1)]
    if (item === undefined) throw new Error("cannot pick from an empty list")
    return item
  }
  const repeat = (count: number, make: (index: number) => string) => {
    let text = ""
    for (let index = 0; index < count; index++) text += make(index)
    return text
  }
  const hex = (count: number) => repeat(count, () => hexDigits.charAt(word() >>> 28))
  const digits = (count: number): string => repeat(count, (index) => String(integer(index === 0 ? 1 : 0, 9)))
  const letters = (count: number) => repeat(count, () => readable.charAt(integer(0, readable.length - 1)))

  return {
    /** Returns an integer between `minimum` and `maximum`, inclusive. */
    integer,
    /** Returns a random item. The list must not be empty. */
    pick,
    /** Returns `count` decimal digits, of which the first is never 0. */
    digits,
    uuid: (): string => `${hex(8)}-${hex(4)}-4${hex(3)}-${"89ab".charAt(integer(0, 3))}${hex(3)}-${hex(12)}`,
    /**
     * Fills in a pattern: `{1-94}` becomes an integer in the range, `{digits 3}` three digits, `{letters 2}` two
     * letters, `{A|B|}` one of the choices, and `{street}` one of the words under that name.
     */
    text: (pattern: string, words: Readonly<Record<string, ReadonlyArray<string>>> = {}): string =>
      pattern.replace(/\{([^}]*)\}/g, (_, part: string) => {
        const [, minimum, maximum, kind, count] = partForm.exec(part) ?? []
        if (minimum !== undefined) return String(integer(Number(minimum), Number(maximum)))
        if (kind !== undefined) return (kind === "digits" ? digits : letters)(Number(count))
        return pick(part.includes("|") ? part.split("|") : (words[part] ?? []))
      })
  }
}

export type Random = ReturnType<typeof randomFrom>
