/**
 * Reads DER (X.690 §10), and only DER: what people send in is read by these few lines, which let no second way through of
 * writing the same, rather than by a library that reads BER and makes the best of it.
 */
import { Option } from "effect"

/** One element: its tag, and its bytes with and without what stands in front of them. */
export interface Element {
  readonly tag: number
  readonly whole: Uint8Array
  readonly content: Uint8Array
}

/** The tags that are read here. */
export const tag = {
  integer: 0x02,
  bitString: 0x03,
  null: 0x05,
  oid: 0x06,
  sequence: 0x30
} as const

/** The tag of a context-specific, constructed element `[number]`. */
export const context = (number: number): number => 0xa0 | number

const longForm = 0x80

/** The length at `offset`, and where the content begins. Lengths are written in the shortest way, and never left open. */
const lengthAt = (bytes: Uint8Array, offset: number): readonly [length: number, start: number] | undefined => {
  const first = bytes[offset]
  if (first === undefined || first === longForm) return undefined
  if (first < longForm) return [first, offset + 1]
  const digits = bytes.subarray(offset + 1, offset + 1 + (first & 0x7f))
  // Three bytes are sixteen megabytes.
  if (digits.length !== (first & 0x7f) || digits.length > 3 || digits[0] === 0) return undefined
  const length = digits.reduce((sum, digit) => sum * 256 + digit, 0)
  return length < longForm ? undefined : [length, offset + 1 + digits.length]
}

const elementAt = (bytes: Uint8Array, offset: number): Element | undefined => {
  const first = bytes[offset]
  // Tags of more than one byte stand nowhere in what is read here.
  if (first === undefined || (first & 0x1f) === 0x1f) return undefined
  const [length, start] = lengthAt(bytes, offset + 1) ?? []
  if (length === undefined || start === undefined || start + length > bytes.length) return undefined
  const end = start + length
  return { tag: first, whole: bytes.subarray(offset, end), content: bytes.subarray(start, end) }
}

/** The elements that these bytes are, one behind the other; nothing when they are anything else. */
export const elements = (bytes: Uint8Array): Option.Option<ReadonlyArray<Element>> => {
  const found: Array<Element> = []
  for (let offset = 0; offset < bytes.length;) {
    const element = elementAt(bytes, offset)
    if (element === undefined) return Option.none()
    found.push(element)
    offset += element.whole.length
  }
  return Option.some(found)
}

/** The elements, when they are as many as the tags and have these, in this order. */
export const tagged = (bytes: Uint8Array, ...tags: ReadonlyArray<number>): Option.Option<ReadonlyArray<Element>> =>
  Option.filter(
    elements(bytes),
    (found) => found.length === tags.length && found.every((element, index) => element.tag === tags[index])
  )

/** The bytes of a bit string that is made of whole bytes. */
export const wholeBytes = ({ content }: Element): Option.Option<Uint8Array> =>
  content[0] === 0 ? Option.some(content.subarray(1)) : Option.none()
