/** Assembles, byte by byte, certificate requests that no tool would create (RFC 2986 §4). */
import { createPrivateKey, createPublicKey, generatePrimeSync, sign } from "node:crypto"
import type { KeyObject } from "node:crypto"

export const element = (tag: number, ...contents: ReadonlyArray<Uint8Array>): Uint8Array => {
  const content = Buffer.concat(contents)
  const { length } = content
  const header = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
  return Buffer.concat([Uint8Array.from([tag, ...header]), content])
}

const sequence = (...contents: ReadonlyArray<Uint8Array>) => element(0x30, ...contents)

const bytesOf = (value: bigint): Buffer => {
  const hex = value.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, "hex")
}

/** Negative values use two's complement. */
const integer = (value: bigint): Uint8Array => {
  if (value < 0n) {
    const size = BigInt(8 * (bytesOf(-value).length + 1))
    return element(0x02, bytesOf((1n << size) + value))
  }
  const bytes = bytesOf(value)
  return element(0x02, (bytes[0] ?? 0) < 0x80 ? bytes : Buffer.concat([Uint8Array.of(0), bytes]))
}

const bits = (content: Uint8Array) => element(0x03, Uint8Array.of(0), content)
const oid = (...bytes: ReadonlyArray<number>) => element(0x06, Uint8Array.from(bytes))
const nothing = element(0x05)

const pkcs1 = [0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x01]

const subject = sequence(element(0x31, sequence(oid(0x55, 0x04, 0x03), element(0x0c, Buffer.from("somebody else")))))

export const sha256WithRsa = sequence(oid(...pkcs1, 0x0b), nothing)
export const sha1WithRsa = sequence(oid(...pkcs1, 0x05), nothing)

/** Encodes an RSA public key with any modulus, exponent and algorithm parameters, even invalid ones. */
export const spkiOf = (modulus: bigint, exponent: bigint, parameters = [nothing]): Uint8Array =>
  sequence(sequence(oid(...pkcs1, 0x01), ...parameters), bits(sequence(integer(modulus), integer(exponent))))

export interface RequestParts {
  readonly spki: Uint8Array
  /** Default: an invalid signature. */
  readonly sign?: (info: Uint8Array) => Uint8Array
  readonly algorithm?: Uint8Array
  readonly version?: bigint
  readonly attributes?: Uint8Array
  readonly more?: ReadonlyArray<Uint8Array>
}

export const request = ({
  algorithm = sha256WithRsa,
  attributes,
  more = [],
  spki,
  version = 0n,
  ...parts
}: RequestParts) => {
  const info = sequence(integer(version), subject, spki, attributes ?? element(0xa0))
  const signature = parts.sign?.(info) ?? new Uint8Array(256).fill(7)
  return sequence(info, algorithm, bits(signature), ...more)
}

export const signedRequest = (key: KeyObject, more: Partial<RequestParts> = {}): Uint8Array =>
  request({
    spki: createPublicKey(key).export({ type: "spki", format: "der" }),
    sign: (info) => sign("sha256", info, key),
    ...more
  })

export const power = (base: bigint, exponent: bigint, modulus: bigint): bigint => {
  let [result, square] = [1n, base % modulus]
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest % 2n === 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

export const keyOf = (p: bigint, q: bigint): KeyObject => {
  const [e, phi] = [65_537n, (p - 1n) * (q - 1n)]
  let multiple = 1n
  while ((1n + multiple * phi) % e !== 0n) multiple++
  const d = (1n + multiple * phi) / e
  const numbers = { n: p * q, e, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: power(q, p - 2n, p) }
  const jwk = Object.fromEntries(
    Object.entries(numbers).map(([name, value]) => [name, bytesOf(value).toString("base64url")])
  )
  return createPrivateKey({ key: { kty: "RSA", ...jwk }, format: "jwk" })
}

/**
 * Generates a prime whose two highest bits are set, so the product of two such primes has exactly twice as many bits.
 */
export const primeOf = (bitLength: number): bigint => generatePrimeSync(bitLength, { bigint: true })
