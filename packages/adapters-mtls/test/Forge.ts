/** Requests that no tool makes: their parts put together by hand (RFC 2986 §4). */
import { createPrivateKey, createPublicKey, generatePrimeSync, sign } from "node:crypto"
import type { KeyObject } from "node:crypto"

/** A DER element. */
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

/** Negative ones are written in two's complement. */
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

/** CN=somebody else. */
const subject = sequence(element(0x31, sequence(oid(0x55, 0x04, 0x03), element(0x0c, Buffer.from("somebody else")))))

export const sha256WithRsa = sequence(oid(...pkcs1, 0x0b), nothing)
export const sha1WithRsa = sequence(oid(...pkcs1, 0x05), nothing)

/** A public key of these numbers, whatever they are; its algorithm has these parameters. */
export const spkiOf = (modulus: bigint, exponent: bigint, parameters = [nothing]): Uint8Array =>
  sequence(sequence(oid(...pkcs1, 0x01), ...parameters), bits(sequence(integer(modulus), integer(exponent))))

export interface Parts {
  readonly spki: Uint8Array
  /** Signs what is to be signed; by default, nothing that anybody could verify. */
  readonly sign?: (info: Uint8Array) => Uint8Array
  readonly algorithm?: Uint8Array
  readonly version?: bigint
  readonly attributes?: Uint8Array
  /** Elements behind the signature. */
  readonly more?: ReadonlyArray<Uint8Array>
}

/** A request, in DER. */
export const request = ({ algorithm = sha256WithRsa, attributes, more = [], spki, version = 0n, ...parts }: Parts) => {
  const info = sequence(integer(version), subject, spki, attributes ?? element(0xa0))
  const signature = parts.sign?.(info) ?? new Uint8Array(256).fill(7)
  return sequence(info, algorithm, bits(signature), ...more)
}

/** A request that a private key signed in earnest. */
export const signedRequest = (key: KeyObject, more: Partial<Parts> = {}): Uint8Array =>
  request({
    spki: createPublicKey(key).export({ type: "spki", format: "der" }),
    sign: (info) => sign("sha256", info, key),
    ...more
  })

const gcd = (a: bigint, b: bigint): bigint => (b === 0n ? a : gcd(b, a % b))

const inverse = (value: bigint, modulus: bigint): bigint => {
  let [r, next, s, nextS] = [modulus, ((value % modulus) + modulus) % modulus, 0n, 1n]
  while (next !== 0n) {
    const quotient = r / next
    ;[r, next] = [next, r - quotient * next]
    ;[s, nextS] = [nextS, s - quotient * nextS]
  }
  return ((s % modulus) + modulus) % modulus
}

const base64url = (value: bigint): string => bytesOf(value).toString("base64url")

/** The private key of two primes. */
export const keyOf = (p: bigint, q: bigint, e = 65_537n): KeyObject => {
  const d = inverse(e, ((p - 1n) * (q - 1n)) / gcd(p - 1n, q - 1n))
  const numbers = { n: p * q, e, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) }
  const jwk = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, base64url(value)]))
  return createPrivateKey({ key: { kty: "RSA", ...jwk }, format: "jwk" })
}

/** A prime of so many bits, the two highest of which are set: the product of two has exactly as many as both together. */
export const primeOf = (bitLength: number): bigint => generatePrimeSync(bitLength, { bigint: true })

/** The value to a power, modulo. */
export const power = (base: bigint, exponent: bigint, modulus: bigint): bigint => {
  let [result, square] = [1n, base % modulus]
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest % 2n === 1n) result = (result * square) % modulus
    square = (square * square) % modulus
  }
  return result
}

/** The largest number whose square is not above the value. */
export const squareRoot = (value: bigint): bigint => {
  for (let guess = value; ;) {
    const next = (guess + value / guess) / 2n
    if (next >= guess) return guess
    guess = next
  }
}
