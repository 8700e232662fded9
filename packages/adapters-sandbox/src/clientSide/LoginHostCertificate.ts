/** The login host's self-signed certificate. It is stored, so clients need to trust it only once (spec 12). */
import { dayMillis } from "@sheaf/domain/CalendarDate"
import * as NodeFileSystem from "@effect/platform-node/NodeFileSystem"
import * as NodePath from "@effect/platform-node/NodePath"
import { AtomicFiles } from "@sheaf/ports"
import { Effect, FileSystem, Layer, Path } from "effect"
import { createPrivateKey, randomBytes, webcrypto, X509Certificate } from "node:crypto"

/** A key and its certificate, as PEM. */
export interface LoginHostCertificate {
  readonly key: string
  readonly certificate: string
}

const fileName = "login-host.pem"
const keyFileName = "login-host.key"

const readableByAll = 0o644
const validDays = 365
/** A certificate that expires within this many days is replaced at startup. */
const renewalDays = 30
/** Certificates are backdated by this many milliseconds, for devices whose clocks are behind. */
const backdatedMillis = dayMillis

const isUsable = ({ certificate, key }: LoginHostCertificate, now: number): boolean => {
  try {
    const parsed = new X509Certificate(certificate)
    return (
      parsed.checkPrivateKey(createPrivateKey(key)) &&
      parsed.checkIP("127.0.0.1") !== undefined &&
      parsed.validFromDate.getTime() <= now &&
      parsed.validToDate.getTime() > now + renewalDays * dayMillis
    )
  } catch {
    return false
  }
}

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" }

const make = async (now: number): Promise<LoginHostCertificate> => {
  // Loaded on demand, because it is needed only about once a year. The library requires reflect-metadata.
  await import("reflect-metadata")
  const x509 = await import("@peculiar/x509")
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ["sign", "verify"])
  const certificate = await x509.X509CertificateGenerator.createSelfSigned(
    {
      serialNumber: randomBytes(16).toString("hex"),
      name: "CN=Sheaf sandbox login host",
      notBefore: new Date(now - backdatedMillis),
      notAfter: new Date(now + validDays * dayMillis),
      signingAlgorithm: algorithm,
      keys,
      extensions: [
        new x509.BasicConstraintsExtension(false, undefined, true),
        new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
        new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
        new x509.SubjectAlternativeNameExtension([
          { type: "dns", value: "localhost" },
          { type: "ip", value: "127.0.0.1" },
          { type: "ip", value: "::1" }
        ])
      ]
    },
    webcrypto
  )
  const key = await webcrypto.subtle.exportKey("pkcs8", keys.privateKey)
  return { key: `${x509.PemConverter.encode(key, "PRIVATE KEY")}\n`, certificate: `${certificate.toString("pem")}\n` }
}

/** Returns the certificate in `folder`, or creates one if there is none or it is no longer usable. */
export const load = Effect.fnUntraced(
  function* (folder: string, now: number) {
    const { join } = yield* Path.Path
    const [keyPath, path] = [join(folder, keyFileName), join(folder, fileName)]
    const key = yield* AtomicFiles.readFileIfExists(keyPath)
    const certificate = yield* AtomicFiles.readFileIfExists(path)
    if (key !== undefined && certificate !== undefined && isUsable({ key, certificate }, now)) {
      yield* (yield* FileSystem.FileSystem).chmod(keyPath, AtomicFiles.ownerOnlyMode)
      return { key, certificate } satisfies LoginHostCertificate
    }
    const made = yield* Effect.promise(() => make(now))
    yield* AtomicFiles.makeFolder(folder)
    yield* AtomicFiles.writeAtomically(keyPath, made.key)
    yield* AtomicFiles.writeAtomically(path, made.certificate, readableByAll)
    return made
  },
  Effect.provide(Layer.merge(NodeFileSystem.layer, NodePath.layer))
)
