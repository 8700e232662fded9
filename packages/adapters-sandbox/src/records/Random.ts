/** Choices that look random and follow from a text: the same text makes the same choices, in every process and version. */
import { hash } from "node:crypto"

export interface Random {
  /** A whole number from `minimum` to `maximum`, both included. */
  readonly integer: (minimum: number, maximum: number) => number
  /** One of the items; there must be one. */
  readonly pick: <A>(items: ReadonlyArray<A>) => A
  /** As many decimal digits; the first is not 0. */
  readonly digits: (count: number) => string
  /** As many capital letters, without those that are easily misread. */
  readonly letters: (count: number) => string
  /** A UUID of version 4. */
  readonly uuid: () => string
  /**
   * A text made after a pattern: `{1-94}` becomes a whole number, `{digits 3}` and `{letters 2}` as many of them, `{A|B|}` one of
   * the choices, and `{street}` one of the words of that name.
   */
  readonly text: (pattern: string, words?: Readonly<Record<string, ReadonlyArray<string>>>) => string
}

const readable = "ABCDEFGHJKLMNPRSTUWXYZ"
const wordBytes = 4

/** A range, or a count of digits or letters. */
const partForm = /^(?:(\d+)-(\d+)|(digits|letters) (\d+))$/

/** The choices that follow from `seed`. SHA-256 in counter mode: slow for a generator, and nothing to get wrong. */
export const randomFrom = (...seed: ReadonlyArray<string>): Random => {
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
  const integer = (minimum: number, maximum: number) =>
    minimum + Math.floor((word() / 2 ** 32) * (maximum - minimum + 1))
  const pick = <A>(items: ReadonlyArray<A>): A => {
    const item = items[integer(0, items.length - 1)]
    if (item === undefined) throw new Error("nothing to pick from")
    return item
  }
  const repeat = (count: number, make: (index: number) => string) =>
    Array.from({ length: count }, (_, i) => make(i)).join("")
  const hex = (count: number) => repeat(count, () => integer(0, 15).toString(16))
  const digits = (count: number) => repeat(count, (index) => String(integer(index === 0 ? 1 : 0, 9)))
  const letters = (count: number) => repeat(count, () => readable.charAt(integer(0, readable.length - 1)))

  return {
    integer,
    pick,
    digits,
    letters,
    uuid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-${"89ab".charAt(integer(0, 3))}${hex(3)}-${hex(12)}`,
    text: (pattern, words = {}) =>
      pattern.replace(/\{([^}]*)\}/g, (_, part: string) => {
        const [, minimum, maximum, kind, count] = partForm.exec(part) ?? []
        if (minimum !== undefined) return String(integer(Number(minimum), Number(maximum)))
        if (kind !== undefined) return (kind === "digits" ? digits : letters)(Number(count))
        return pick(part.includes("|") ? part.split("|") : (words[part] ?? []))
      })
  }
}
