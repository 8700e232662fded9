/**
 * The text of an API key: `sheaf_<test|live>_<key id>_<secret>_<checksum>` (decisions 8). The prefix lets scanners find
 * a leaked key, the checksum lets them and us tell a mistyped one without asking the database.
 */
import type { Environment } from "@sheaf/ports"
import { Redacted } from "effect"
import { crc32 } from "node:zlib"

const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
/** 30 characters out of 62 are about 178 bits. */
const secretLength = 30
const keyIdLength = 12
const checksumLength = 6

const form = new RegExp(
  `^(sheaf_(?:test|live)_([0-9A-Za-z]{${keyIdLength}})_[0-9A-Za-z]{${secretLength}})_([0-9A-Za-z]{${checksumLength}})$`
)

const prefixes: Record<Environment, string> = { test: "sheaf_test", production: "sheaf_live" }

const base62 = (value: number): string => {
  let rest = value
  let text = ""
  for (let i = 0; i < checksumLength; i++) {
    text = alphabet.charAt(rest % alphabet.length) + text
    rest = Math.floor(rest / alphabet.length)
  }
  return text
}

/** Characters from random bytes; bytes that would favour some characters are skipped. */
const characters = (bytes: Uint8Array, count: number): string => {
  const limit = 256 - (256 % alphabet.length)
  return [...bytes]
    .filter((byte) => byte < limit)
    .slice(0, count)
    .map((byte) => alphabet.charAt(byte % alphabet.length))
    .join("")
}

/** How many random bytes {@link make} wants: enough that skipping some leaves what is needed, but for one time in 2^80. */
export const randomLength = 128

/** A new key from random bytes. */
export const make = (environment: Environment, random: Uint8Array): Redacted.Redacted => {
  const text = characters(random, keyIdLength + secretLength)
  if (text.length < keyIdLength + secretLength) throw new Error("not enough random bytes for an API key")
  const body = `${prefixes[environment]}_${text.slice(0, keyIdLength)}_${text.slice(keyIdLength)}`
  return Redacted.make(`${body}_${base62(crc32(body))}`)
}

/** The part of a key that names it, and may be shown; nothing when a text has not the form of a key, or is mistyped. */
export const keyIdOf = (text: string): string | undefined => {
  const [, body = "", keyId, checksum] = form.exec(text) ?? []
  return base62(crc32(body)) === checksum ? keyId : undefined
}

/** Whether a text has the form of a key and its checksum is right. */
export const isWellFormed = (text: string): boolean => keyIdOf(text) !== undefined
