/** The private keys that operators put into files: PEM, and without a passphrase, since nobody is there to type it. */
import { Option, Result } from "effect"
import { createPrivateKey } from "node:crypto"
import type { KeyObject } from "node:crypto"

/** PKCS #8 says it by its label (RFC 7468 §11), and what is older by its first header (RFC 1421 §4.6.1.1). */
const encrypted = /^(?:-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: *4, *ENCRYPTED)/m

/** Whether a text is a key that only a passphrase opens. */
export const isEncrypted = (pem: string): boolean => encrypted.test(pem)

/** What is to be done about it, as the end of a sentence. */
export const onlyPlain = "is encrypted: only one without a passphrase can be used"

const parse = Option.liftThrowable((pem: string) => createPrivateKey(pem))

/** Reads a key, or says why that of the file with this name is none. */
export const read = (pem: string, name: string): Result.Result<KeyObject, string> =>
  isEncrypted(pem)
    ? Result.fail(`${name} ${onlyPlain}`)
    : Result.fromOption(parse(pem), () => `${name} holds no PEM key`)
