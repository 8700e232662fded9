/** A service with both listeners and its own data folder, and clients with certificates. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert } from "vitest"
import { start } from "../../src/testing/ServiceProcess.ts"
import type { ServiceProcess } from "../../src/testing/ServiceProcess.ts"
import * as Tools from "../Tools.ts"

/** The paths of a private key and its certificate. */
export interface CertificatePair {
  readonly key: string
  readonly certificate: string
}

export interface CurlResponse {
  readonly status: number
  readonly code: string | undefined
  readonly body: unknown
}

export interface Installation extends Tools.Workspace {
  readonly service: ServiceProcess
  /** The URL of the mutual TLS listener. */
  readonly base: string
  readonly root: string
  readonly demo: CertificatePair
  readonly end: () => Promise<void>
}

export const setupTimeout = 60_000

export const install = async (
  configure: (place: Tools.Workspace) => object | Promise<object> = () => ({})
): Promise<Installation> => {
  const folder = mkdtempSync(join(tmpdir(), "sheaf-mutual-tls-"))
  const dataDir = join(folder, "data")
  const configFile = join(folder, "config.json")
  writeFileSync(configFile, JSON.stringify(await configure({ folder, dataDir })))
  const service = await start({ dataDir, env: { SHEAF_CONFIG: configFile } })
  const demo = join(dataDir, "certs", "demo")
  return {
    folder,
    dataDir,
    service,
    base: service.mutualTlsBase ?? assert.fail("there is no listener of mutual TLS"),
    root: join(demo, "ca.pem"),
    demo: { key: join(demo, "client.key"), certificate: join(demo, "client.pem") },
    end: async () => {
      await service.stop()
      rmSync(folder, { recursive: true })
    }
  }
}

const answerOf = (out: string): CurlResponse => {
  const [, body = "", status] = /^(.*)\n(\d{3})$/s.exec(out) ?? []
  const read: unknown = body === "" ? undefined : JSON.parse(body)
  const code = typeof read === "object" && read !== null && "code" in read ? String(read.code) : undefined
  return { status: Number(status), code, body: read }
}

export const request = async (
  place: Tools.Workspace,
  url: string,
  ...words: ReadonlyArray<string>
): Promise<CurlResponse> => {
  const { code, err, out } = await Tools.curl(place, url, "--write-out", "\n%{http_code}", ...words)
  assert.strictEqual(code, 0, err)
  return answerOf(out)
}

export const certificateOptions = ({ certificate, key }: CertificatePair): ReadonlyArray<string> => [
  "--cert",
  certificate,
  "--key",
  key
]

export const requestAs = (
  installation: Installation,
  pair: CertificatePair,
  path: string,
  ...words: ReadonlyArray<string>
) =>
  request(installation, installation.base + path, "--cacert", installation.root, ...certificateOptions(pair), ...words)

const requestOf = async (
  installation: Installation,
  name: string,
  client: string
): Promise<CertificatePair & { readonly csr: string }> => {
  const file = (ending: string) => join(installation.folder, `${name}.${ending}`)
  // Reuses each client's key, because generating keys with openssl takes longer than everything else in the tests.
  const [csr, key] = [file("csr"), join(installation.folder, `${client}.key`)]
  const own = existsSync(key) ? ["-key", key] : ["-newkey", "rsa:2048", "-nodes", "-keyout", key]
  await Tools.opensslPrints(installation, "req", "-new", ...own, "-out", csr, "-subj", `/CN=${name}`)
  return { csr, key, certificate: file("pem") }
}

export const certify = async (installation: Installation, clientId: string, name: string): Promise<CertificatePair> => {
  const { csr, ...pair } = await requestOf(installation, name, clientId)
  const words = ["certs", "sign", "--csr", csr, "--client", clientId, "--environment", "test"]
  writeFileSync(pair.certificate, await Tools.sheafPrints(installation, ...words))
  return pair
}

const serialOf = async (installation: Installation, { certificate }: CertificatePair): Promise<string> =>
  (await Tools.opensslPrints(installation, "x509", "-in", certificate, "-noout", "-serial")).replace("serial=", "")

export const revoke = async (installation: Installation, pair: CertificatePair): Promise<void> => {
  await Tools.sheafPrints(installation, "certs", "revoke", "--serial", await serialOf(installation, pair))
}

/** A certificate that openssl signs with the authority's key. Times have the form `20260101000000Z`. */
export interface Forgery {
  readonly name: string
  readonly from: string
  readonly until: string
  readonly purpose?: "clientAuth" | "serverAuth"
  readonly environment?: "test" | "production"
}

export const forge = async (
  installation: Installation,
  { environment = "test", from, name, purpose = "clientAuth", until }: Forgery
): Promise<CertificatePair> => {
  const { dataDir, folder } = installation
  const { csr, ...pair } = await requestOf(installation, name, "forger")
  const authority = join(dataDir, "certs", environment)
  const config = join(folder, `${name}.cnf`)
  const lines = [
    "[ca]",
    "default_ca = own",
    "[own]",
    `database = ${join(folder, `${name}.index`)}`,
    `new_certs_dir = ${folder}`,
    "rand_serial = yes",
    "default_md = sha256",
    "policy = any",
    "[any]",
    "commonName = supplied",
    "[leaf]",
    "basicConstraints = critical, CA:false",
    "keyUsage = critical, digitalSignature",
    `extendedKeyUsage = critical, ${purpose}`,
    "authorityKeyIdentifier = keyid"
  ]
  writeFileSync(config, lines.join("\n"))
  writeFileSync(join(folder, `${name}.index`), "")
  const signer = ["-cert", join(authority, "ca.pem"), "-keyfile", join(authority, "ca.key")]
  const times = ["-startdate", from, "-enddate", until]
  const files = ["-in", csr, "-out", pair.certificate]
  const by = ["-config", config, "-extensions", "leaf", ...signer]
  await Tools.opensslPrints(installation, "ca", "-batch", "-notext", ...by, ...times, ...files)
  return pair
}

/** Formats a PEM file as the `Client-Cert` header of a proxy (RFC 9440). */
export const clientCertField = (pem: string): string =>
  `:${readFileSync(pem, "utf8")
    .replaceAll(/-----[A-Z ]+-----/g, "")
    .replaceAll(/\s/g, "")}:`
