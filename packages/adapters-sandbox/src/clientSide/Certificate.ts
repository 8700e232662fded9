/**
 * The certificate of the login host: signed by itself, for this machine alone, made when there is none that is good, and
 * kept in files, so that a client which trusts it once can go on doing so (decisions 16).
 */
import { createPrivateKey, randomBytes, webcrypto, X509Certificate } from "node:crypto"
import { chmod } from "node:fs/promises"
import { join } from "node:path"
import * as WholeFile from "../WholeFile.ts"

/** Both in PEM. */
export interface Certificate {
  readonly key: string
  readonly certificate: string
}

/** The certificate, for clients to trust. */
const fileName = "login-host.pem"
const keyFileName = "login-host.key"

const forEverybody = 0o644
const dayMillis = 86_400_000
const validDays = 365
/** A certificate that ends within this time is made anew, so that none ends while the service runs for a while. */
const renewedDays = 30
/** Clocks of devices are not all right. */
const backdatedMillis = dayMillis

/** Whether the two belong together and will do for a while yet. */
const isGood = ({ certificate, key }: Certificate, now: number): boolean => {
  try {
    const parsed = new X509Certificate(certificate)
    return (
      parsed.checkPrivateKey(createPrivateKey(key)) &&
      parsed.checkIP("127.0.0.1") !== undefined &&
      parsed.validFromDate.getTime() <= now &&
      parsed.validToDate.getTime() > now + renewedDays * dayMillis
    )
  } catch {
    return false
  }
}

const algorithm = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" }

const make = async (now: number): Promise<Certificate> => {
  // Loaded here, because it is needed once in a year. It wants the metadata to be there first.
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

/**
 * The certificate that is kept in `folder`; a new one when there is none, or none that will be good for a while yet.
 * Nothing is written any more once `signal` says that nobody waits for it.
 */
export const load = async (folder: string, now: number, signal: AbortSignal): Promise<Certificate> => {
  const [keyPath, path] = [join(folder, keyFileName), join(folder, fileName)]
  const [key, certificate] = await Promise.all([WholeFile.readIfThere(keyPath), WholeFile.readIfThere(path)])
  if (key !== undefined && certificate !== undefined && isGood({ key, certificate }, now)) {
    await chmod(keyPath, WholeFile.ownerOnly)
    return { key, certificate }
  }
  const made = await make(now)
  signal.throwIfAborted()
  await WholeFile.makeFolder(folder)
  await WholeFile.write(keyPath, made.key)
  await WholeFile.write(path, made.certificate, forEverybody)
  return made
}
