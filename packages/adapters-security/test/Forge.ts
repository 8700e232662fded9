/** Makes tokens by hand, right ones and wrong ones: nothing of the library that verifies them is used. */
import { constants, createHmac, sign } from "node:crypto"
import type { KeyObject } from "node:crypto"

/** Signs what stands before the last dot. */
export type Signer = (input: Buffer) => Buffer

export const es256 =
  (key: KeyObject): Signer =>
  (input) =>
    sign("sha256", input, { key, dsaEncoding: "ieee-p1363" })

export const ps256 =
  (key: KeyObject): Signer =>
  (input) =>
    sign("sha256", input, { key, padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 })

export const rs256 =
  (key: KeyObject): Signer =>
  (input) =>
    sign("sha256", input, key)

export const edDsa =
  (key: KeyObject): Signer =>
  (input) =>
    sign(null, input, key)

export const hs256 =
  (secret: string | Buffer): Signer =>
  (input) =>
    createHmac("sha256", secret).update(input).digest()

export const unsigned: Signer = () => Buffer.alloc(0)

const part = (value: unknown): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url")

/** A token of this header and these claims; texts are taken as they are. */
export const token = (header: unknown, claims: unknown, signer: Signer): string => {
  const input = `${part(header)}.${part(claims)}`
  return `${input}.${signer(Buffer.from(input)).toString("base64url")}`
}
