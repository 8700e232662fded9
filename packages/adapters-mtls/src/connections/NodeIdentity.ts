/**
 * The certificates with which nodes of one installation recognize each other (ADR 23). The authority's key derives from a
 * secret that only these nodes share, so nothing is stored or distributed.
 */
import { Clock, Effect, Redacted } from "effect"
import { createECDH, createPrivateKey, createPublicKey } from "node:crypto"
import type { KeyObject } from "node:crypto"
import * as Certificate from "../certificates/Certificate.ts"
import * as KeyId from "../certificates/KeyId.ts"
import * as KeyPair from "../certificates/KeyPair.ts"
import * as X509 from "../certificates/X509.ts"
import * as SerialNumber from "../authority/SerialNumber.ts"

/** A node's key and certificate, and the authorities whose certificates it accepts, all in PEM. */
export interface NodeIdentity extends KeyPair.KeyPair {
  readonly authority: string
}

/** The name in every node's certificate. The address is not part of it, because the shared secret identifies a node. */
export const serverName = "node.sheaf.internal"

/** Returns the private key on P-256 with this 32-byte number. */
const keyOf = (secret: Uint8Array) => {
  const pair = createECDH("prime256v1")
  pair.setPrivateKey(secret)
  const point = pair.getPublicKey()
  const text = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64url")
  const [x, y] = [text(point.subarray(1, 33)), text(point.subarray(33))]
  return createPrivateKey({ key: { kty: "EC", crv: "P-256", d: text(secret), x, y }, format: "jwk" })
}

/**
 * Creates a new identity for one run of a node. Each secret has 32 bytes. The node accepts identities of the older secrets, too.
 */
export const make = Effect.fnUntraced(function* (
  secret: Redacted.Redacted<Uint8Array>,
  olderSecrets: ReadonlyArray<Redacted.Redacted<Uint8Array>> = []
) {
  const x509 = yield* X509.load
  const now = yield* Clock.currentTimeMillis
  // Nodes can have wrong clocks, and compare them by other means.
  const times = { notBefore: X509.date(now - 30 * X509.dayMillis), notAfter: X509.date(now + 3652 * X509.dayMillis) }
  const signerOf = (from: Redacted.Redacted<Uint8Array>) => ({
    environment: "nodes",
    commonName: "Sheaf nodes",
    key: keyOf(Redacted.value(from))
  })
  const sign = Effect.fnUntraced(function* (
    signer: ReturnType<typeof signerOf>,
    commonName: string,
    publicKey: KeyObject,
    extensions: ReadonlyArray<InstanceType<typeof x509.Extension>>
  ) {
    const subject = X509.nameOf(x509, signer.environment, commonName)
    const serialNumber = yield* SerialNumber.make
    const all = [...extensions, new x509.SubjectKeyIdentifierExtension(KeyId.of(publicKey))]
    return yield* X509.signCertificate(x509, { serialNumber, subject, publicKey, ...times, extensions: all }, signer)
  })
  const authorityOf = (signer: ReturnType<typeof signerOf>) =>
    sign(signer, signer.commonName, createPublicKey(signer.key), [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign, true)
    ])
  const signer = signerOf(secret)
  const authorities = yield* Effect.forEach([signer, ...olderSecrets.map(signerOf)], authorityOf)
  const { privateKey, publicKey } = X509.generateKeys()
  const certificate = yield* sign(signer, "Sheaf node", publicKey, [
    new x509.BasicConstraintsExtension(false, undefined, true),
    new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
    new x509.ExtendedKeyUsageExtension([Certificate.purposes.client, Certificate.purposes.server], true),
    new x509.AuthorityKeyIdentifierExtension(KeyId.of(createPublicKey(signer.key))),
    new x509.SubjectAlternativeNameExtension([{ type: "dns", value: serverName }])
  ])
  const identity: NodeIdentity = { key: KeyPair.keyToPem(privateKey), certificate, authority: authorities.join("\n") }
  return identity
})
