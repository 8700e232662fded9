/** Signs providers' requests in tests, independently of the code under test. */
import { Effect } from "effect"
import { createSign, hash, KeyObject, webcrypto } from "node:crypto"
import "reflect-metadata"
import * as x509 from "@peculiar/x509"

const algorithm = {
  name: "RSASSA-PKCS1-v1_5",
  hash: "SHA-256",
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048
}

/** The DER-encoded certificate extension that contains the provider's role. */
const roles = {
  PSP_AI: "301b30190606040081982702300f300d" + "060704008198270103" + "0c024149",
  PSP_PI: "301b30190606040081982702300f300d" + "060704008198270102" + "0c025049"
}

export interface Seal {
  readonly key: KeyObject
  readonly certificate: string
  readonly serial: string
}

/** The certificate is self-signed. Times are in milliseconds since 1970. */
export const make = (role: keyof typeof roles, notBefore: number, notAfter: number): Effect.Effect<Seal> =>
  Effect.promise(async () => {
    const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"])
    const certificate = await x509.X509CertificateGenerator.createSelfSigned(
      {
        serialNumber: "0a1b2c",
        name: new x509.Name([
          { CN: [{ utf8String: "Provider" }] },
          { "2.5.4.97": [{ utf8String: "PSDSE-FINA-000001" }] }
        ]),
        notBefore: new Date(notBefore),
        notAfter: new Date(notAfter),
        signingAlgorithm: algorithm,
        keys,
        extensions: [new x509.Extension("1.3.6.1.5.5.7.1.3", false, new Uint8Array(Buffer.from(roles[role], "hex")))]
      },
      webcrypto
    )
    return { key: KeyObject.from(keys.privateKey), certificate: certificate.toString("base64"), serial: "0A1B2C" }
  })

/** Returns the headers of a signed request. `changes` replaces parts of the signature. */
export const sign = (
  { certificate, key, serial }: Seal,
  headers: Readonly<Record<string, string>>,
  body: string,
  changes: {
    readonly algorithm?: string
    readonly covered?: ReadonlyArray<string>
    readonly digest?: string
    readonly keyId?: string
  } = {}
): Readonly<Record<string, string>> => {
  const { algorithm = "rsa-sha256" } = changes
  const bits = algorithm.replace("rsa-sha", "")
  const digest = changes.digest ?? `SHA-${bits}=${hash(`sha${bits}`, body, "base64")}`
  const all: Readonly<Record<string, string>> = { ...headers, digest }
  const covered = changes.covered ?? ["digest", "x-request-id", "date", "tpp-redirect-uri"]
  const text = covered.map((name) => `${name}: ${all[name]}`).join("\n")
  const signature = createSign(`sha${bits}`).update(text).sign(key, "base64")
  const keyId = changes.keyId ?? `SN=${serial},CA=CN=Provider`
  return {
    ...all,
    signature: `keyId="${keyId}",algorithm="${algorithm}",headers="${covered.join(" ")}",signature="${signature}"`,
    "tpp-signature-certificate": certificate
  }
}
