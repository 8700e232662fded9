/** The four-digit control code that a person compares with the one in a Baltic electronic-ID app. */
import { hash } from "node:crypto"

const digits = (value: number): string => String(value).padStart(4, "0")

/** Smart-ID: the last two bytes of the challenge's SHA-256 hash, as a number modulo 10,000. */
export const ofSmartIdChallenge = (challenge: Uint8Array): string =>
  digits(hash("sha256", challenge, "buffer").readUInt16BE(30) % 10_000)

/**
 * Mobile-ID: the hash's first six and last seven bits, as one number.
 *
 * @example ofMobileIdHash(hash from 0x2f… to …0xb6) // "1462"
 */
export const ofMobileIdHash = (bytes: Uint8Array): string =>
  digits((((bytes[0] ?? 0) >> 2) << 7) | ((bytes[bytes.length - 1] ?? 0) & 0x7f))
