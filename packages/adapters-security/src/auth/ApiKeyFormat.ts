/**
 * The format of API keys: `sheaf_<test|live>_<key id>_<secret>_<checksum>` (spec 5). Secret scanners find leaked keys
 * by the prefix. The checksum exposes a mistyped key without a database query.
 */
import type { Environment } from "@sheaf/ports"
import { Redacted } from "effect"
import { crc32 } from "node:zlib"

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
/** 30 characters from an alphabet of 62 have about 179 bits of entropy. */
const secretLength = 30
const keyIdLength = 12
const checksumLength = 6

const form = new RegExp(
  `^(sheaf_(?:test|live)_([0-9A-Za-z]{${keyIdLength}})_[0-9A-Za-z]{${secretLength}})_([0-9A-Za-z]{${checksumLength}})$`
)

const prefixes: Record<Environment, string> = { test: "sheaf_test", production: "sheaf_live" }

/** Every key's length, in characters. */
export const keyLength = prefixes.test.length + keyIdLength + secretLength + checksumLength + 3

/** Encodes the checksum with a loop, because this runs for every request and a loop is fastest. */
const base62 = (value: number): string => {
  let text = ""
  for (let rest = value; text.length < checksumLength; rest = Math.floor(rest / alphabet.length)) {
    text = alphabet.charAt(rest % alphabet.length) + text
  }
  return text
}

/** Maps random bytes to characters. Skips bytes that would make some characters more likely than others. */
const characters = (bytes: Uint8Array, count: number): string => {
  const limit = 256 - (256 % alphabet.length)
  return [...bytes]
    .filter((byte) => byte < limit)
    .slice(0, count)
    .map((byte) => alphabet.charAt(byte % alphabet.length))
    .join("")
}

/**
 * The number of random bytes that {@link make} needs. It skips some bytes; the probability that too few remain is
 * 2^-80.
 */
export const randomBytesLength = 128

export const make = (environment: Environment, random: Uint8Array): Redacted.Redacted => {
  const text = characters(random, keyIdLength + secretLength)
  if (text.length < keyIdLength + secretLength) throw new Error("not enough random bytes for an API key")
  const body = `${prefixes[environment]}_${text.slice(0, keyIdLength)}_${text.slice(keyIdLength)}`
  return Redacted.make(`${body}_${base62(crc32(body))}`)
}

/** Returns `undefined` if the key's format or checksum is wrong. */
export const keyIdOf = (text: string): string | undefined => {
  const [, body = "", keyId, checksum] = form.exec(text) ?? []
  return base62(crc32(body)) === checksum ? keyId : undefined
}
