/** Generates a certificate authority and two certificates with openssl, for tests. */
import { Effect } from "effect"
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

export const serverName = "eid.internal"

export interface Pair {
  readonly certificate: string
  readonly key: string
}

export interface Certificates {
  readonly authority: string
  readonly server: Pair
  readonly client: Pair
}

export const openssl = (directory: string, parameters: ReadonlyArray<string>): void => {
  try {
    execFileSync("openssl", parameters, { cwd: directory, stdio: "pipe" })
  } catch (cause) {
    throw new Error("openssl failed, and these tests need it", { cause })
  }
}

export const inFolder = <A>(run: (directory: string) => A): A => {
  const directory = mkdtempSync(join(tmpdir(), "sheaf-certificates-"))
  try {
    return run(directory)
  } finally {
    rmSync(directory, { recursive: true })
  }
}

const make = (directory: string): Certificates => {
  const read = (file: string) => readFileSync(join(directory, file), "utf8")
  const issue = (name: string, subject: string, extension: string, ...signer: ReadonlyArray<string>): Pair => {
    const key = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", `${name}.key`]
    const certificate = ["-x509", "-days", "2", "-subj", `/CN=${subject}`, "-addext", extension, "-out", `${name}.pem`]
    openssl(directory, ["req", ...key, ...certificate, ...signer])
    return { certificate: read(`${name}.pem`), key: read(`${name}.key`) }
  }
  const { certificate: authority } = issue("ca", "An authority of its own", "keyUsage=critical,keyCertSign")
  const signer = ["-CA", "ca.pem", "-CAkey", "ca.key", "-addext", "basicConstraints=critical,CA:FALSE"]
  return {
    authority,
    server: issue("server", serverName, `subjectAltName=DNS:${serverName}`, ...signer),
    client: issue("client", "sheaf", "extendedKeyUsage=clientAuth", ...signer)
  }
}

export const certificates: Effect.Effect<Certificates> = Effect.runSync(
  Effect.cached(Effect.sync(() => inFolder(make)))
)

const makeSeal = (directory: string): Pair => {
  const key = ["-newkey", "rsa:2048", "-nodes", "-keyout", "seal.key"]
  const subject = ["-utf8", "-subj", "/C=EE/O=Sõlm Š AS/CN=seal"]
  openssl(directory, ["req", "-x509", ...key, "-days", "2", ...subject, "-out", "seal.pem"])
  const read = (file: string) => readFileSync(join(directory, file), "utf8")
  return { certificate: read("seal.pem"), key: read("seal.key") }
}

export const seal: Effect.Effect<Pair> = Effect.runSync(Effect.cached(Effect.sync(() => inFolder(makeSeal))))
