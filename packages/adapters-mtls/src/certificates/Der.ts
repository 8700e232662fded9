/**
 * A strict DER parser (X.690 §10) for untrusted input. Libraries that also accept BER allow several encodings of a
 * value, but this parser accepts only one.
 */
import { Option } from "effect"

export interface DerElement {
  readonly tag: number
  readonly whole: Uint8Array
  readonly content: Uint8Array
}

/** The universal tags that occur in certificate requests. */
export const tag = { integer: 0x02, bitString: 0x03, null: 0x05, oid: 0x06, sequence: 0x30 } as const

export const contextTag = (number: number): number => 0xa0 | number

const longForm = 0x80

/**
 * Returns the length at `offset`, and the offset of the content. The length must be definite and as short as possible.
 */
const lengthAt = (bytes: Uint8Array, offset: number): readonly [length: number, start: number] | undefined => {
  const first = bytes[offset]
  if (first === undefined || first === longForm) return undefined
  if (first < longForm) return [first, offset + 1]
  const digits = bytes.subarray(offset + 1, offset + 1 + (first & 0x7f))
  // Three length bytes allow 16 MiB.
  if (digits.length !== (first & 0x7f) || digits.length > 3 || digits[0] === 0) return undefined
  const length = digits.reduce((sum, digit) => sum * 256 + digit, 0)
  return length < longForm ? undefined : [length, offset + 1 + digits.length]
}

const elementAt = (bytes: Uint8Array, offset: number): DerElement | undefined => {
  const first = bytes[offset]
  // Certificate requests have no multi-byte tags.
  if (first === undefined || (first & 0x1f) === 0x1f) return undefined
  const [length, start] = lengthAt(bytes, offset + 1) ?? []
  if (length === undefined || start === undefined || start + length > bytes.length) return undefined
  const end = start + length
  return { tag: first, whole: bytes.subarray(offset, end), content: bytes.subarray(start, end) }
}

/** Splits bytes into consecutive elements. Returns nothing if any bytes are left over. */
export const elements = (bytes: Uint8Array): Option.Option<ReadonlyArray<DerElement>> => {
  const found: Array<DerElement> = []
  for (let offset = 0; offset < bytes.length;) {
    const element = elementAt(bytes, offset)
    if (element === undefined) return Option.none()
    found.push(element)
    offset += element.whole.length
  }
  return Option.some(found)
}

type ElementsOf<Tags> = { readonly [Index in keyof Tags]: DerElement }

/** Returns nothing unless the elements have exactly these tags, in this order. */
export const elementsWithTags = <Tags extends ReadonlyArray<number>>(
  bytes: Uint8Array,
  ...tags: Tags
): Option.Option<ElementsOf<Tags>> =>
  Option.filter(
    elements(bytes) as Option.Option<ElementsOf<Tags>>, // the filter checks the number of elements
    (found) => found.length === tags.length && found.every((element, index) => element.tag === tags[index])
  )

/** Returns nothing if the bit string has unused bits. */
export const bitStringBytes = ({ content }: DerElement): Option.Option<Uint8Array> =>
  content[0] === 0 ? Option.some(content.subarray(1)) : Option.none()
