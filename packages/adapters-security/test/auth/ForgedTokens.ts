/** Creates valid and invalid tokens without the library that verifies them. */
import { constants, createHmac, sign } from "node:crypto"
import type { KeyObject } from "node:crypto"

/** Signs everything before the token's last dot. */
export type Signer = (input: Buffer) => Buffer

const signing =
  (algorithm: string | null, options: object = {}) =>
  (key: KeyObject): Signer =>
  (input) =>
    sign(algorithm, input, { key, ...options })

export const es256 = signing("sha256", { dsaEncoding: "ieee-p1363" })
export const ps256 = signing("sha256", { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: 32 })
export const rs256 = signing("sha256")
export const edDsa = signing(null)

export const hs256 =
  (secret: string | Buffer): Signer =>
  (input) =>
    createHmac("sha256", secret).update(input).digest()

export const unsigned: Signer = () => Buffer.alloc(0)

const part = (value: unknown): string =>
  Buffer.from(typeof value === "string" ? value : JSON.stringify(value)).toString("base64url")

/** If the header or the claims are a string, the string is used as it is instead of being encoded as JSON. */
export const token = (header: unknown, claims: unknown, signer: Signer): string => {
  const input = `${part(header)}.${part(claims)}`
  return `${input}.${signer(Buffer.from(input)).toString("base64url")}`
}
