/**
 * Private keys and their certificates in PEM. Keys must not have a passphrase, because nobody could enter it at
 * startup.
 */
import { Option, Redacted, Result } from "effect"
import { createPrivateKey } from "node:crypto"
import type { KeyObject } from "node:crypto"
import * as Certificate from "./Certificate.ts"

export interface KeyPair {
  readonly key: Redacted.Redacted
  readonly certificate: string
}

export interface KeyPairLabels {
  readonly key: string
  readonly certificate: string
}

/**
 * Matches an encrypted key. PKCS #8 marks it in the label (RFC 7468 §11), older formats in the first header (RFC 1421
 * §4.6.1.1).
 */
const encrypted = /^(?:-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: *4, *ENCRYPTED)/m

const readKey = Option.liftThrowable((pem: string) => createPrivateKey(pem))

/** Reads the key and the certificate, and checks that they belong together. */
export const parse = (pair: KeyPair, names: KeyPairLabels) =>
  Result.gen(function* () {
    const pem = Redacted.value(pair.key)
    if (encrypted.test(pem)) return yield* Result.fail(`${names.key} is encrypted; use a key without a passphrase`)
    const key = yield* Result.fromOption(readKey(pem), () => `${names.key} holds no PEM key`)
    const certificate = yield* Certificate.fromPem(pair.certificate, names.certificate)
    if (!certificate.checkPrivateKey(key))
      return yield* Result.fail(`${names.key} is not the key of ${names.certificate}`)
    return { key, certificate }
  })

export const keyToPem = (key: KeyObject): Redacted.Redacted =>
  Redacted.make(key.export({ type: "pkcs8", format: "pem" }).toString())
