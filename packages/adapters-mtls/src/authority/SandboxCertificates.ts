/**
 * What mutual TLS needs on a laptop, made on the first start and kept: the authorities, a certificate for the server, and
 * one for the demonstration client with its key, ready for `curl` (decisions 15; architecture).
 */
import { CertificateStore } from "@sheaf/ports"
import { Clock, Effect, Option, Path, Redacted } from "effect"
import { createPrivateKey, generateKeyPairSync, X509Certificate } from "node:crypto"
import type { Authority } from "./Authority.ts"
import * as AuthorityFiles from "./AuthorityFiles.ts"
import * as ClientRequest from "./ClientRequest.ts"
import * as Issuance from "./Issuance.ts"
import * as Leaf from "./Leaf.ts"
import * as OwnersFiles from "./OwnersFiles.ts"
import * as SerialNumber from "./SerialNumber.ts"
import type { ServerFiles, ServerIdentity } from "../connections/ServerIdentity.ts"
import * as X509 from "../certificates/X509.ts"

export interface Options {
  /** The folder of the keys and certificates. */
  readonly folder: string
  /** The id of the demonstration client, which must exist. */
  readonly demoClient?: string
  /** The validity of the demonstration's certificate, in days. */
  readonly days: number
}

const serverDays = 90
const day = 86_400_000

const serverNames = [
  { type: "dns", value: "localhost" },
  { type: "ip", value: "127.0.0.1" },
  { type: "ip", value: "::1" }
] as const

const readCertificate = Option.liftThrowable((pem: string) => new X509Certificate(pem))
const readKey = Option.liftThrowable(createPrivateKey)

/** Whether a certificate of this key and this authority will do for another third of its `days`. */
const isGood = (pem: string, key: string, { root }: Authority, days: number, now: number): boolean =>
  Option.match(Option.all([readCertificate(pem), readKey(key)]), {
    onNone: () => false,
    onSome: ([certificate, privateKey]) =>
      certificate.checkPrivateKey(privateKey) &&
      certificate.checkIssued(root) &&
      certificate.verify(root.publicKey) &&
      certificate.validFromDate.getTime() <= now &&
      certificate.validToDate.getTime() >= now + (days * day) / 3
  })

/** Where a key and its certificate are kept, in a folder of their own. */
const locationOf = Effect.fnUntraced(function* (folder: string, part: "server" | "demo", name: string) {
  const path = yield* Path.Path
  const own = path.join(folder, part)
  const [key, certificate] = [path.join(own, `${name}.key`), path.join(own, `${name}.pem`)]
  return { folder: own, root: path.join(own, "ca.pem"), files: { key, certificate } satisfies ServerFiles }
})

const serverLocation = (folder: string) => locationOf(folder, "server", "server")

/** Where in the folder the key and the certificate of the server are. */
export const serverFiles = (folder: string) => Effect.map(serverLocation(folder), ({ files }) => files)

type Location = Effect.Success<ReturnType<typeof locationOf>>

/** A key and its certificate, both in PEM. */
interface Identity {
  readonly key: Redacted.Redacted
  readonly certificate: string
}

/** What is kept, as long as it is good; else what is made. A process that dies between the two files makes both anew. */
const kept = Effect.fnUntraced(function* <E, R>(
  { files, folder }: Location,
  authority: Authority,
  days: number,
  make: Effect.Effect<Identity, E, R>
) {
  const key = yield* OwnersFiles.readIfThere(files.key)
  const certificate = yield* OwnersFiles.readIfThere(files.certificate)
  const now = yield* Clock.currentTimeMillis
  if (key !== undefined && certificate !== undefined && isGood(certificate, key, authority, days, now)) {
    return { key: Redacted.make(key), certificate } satisfies Identity
  }
  const made = yield* make
  yield* OwnersFiles.makeFolder(folder)
  yield* OwnersFiles.replace(files.key, Redacted.value(made.key))
  yield* OwnersFiles.replace(files.certificate, made.certificate)
  return made
})

const makeServer = Effect.fnUntraced(function* (authority: Authority) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: X509.curve })
  const { certificate } = yield* Leaf.sign(authority, {
    serial: yield* SerialNumber.make,
    commonName: "localhost",
    publicKey,
    days: serverDays,
    role: { type: "server", names: serverNames }
  })
  const key = Redacted.make(privateKey.export({ type: "pkcs8", format: "pem" }).toString())
  return { key, certificate } satisfies Identity
})

/** The demonstration's client comes to its certificate as every other does. */
const makeClient = Effect.fnUntraced(function* (authority: Authority, clientId: string, days: number) {
  const { key, request } = yield* ClientRequest.make(authority.environment, clientId)
  const order = { request: Buffer.from(request), clientId, days }
  const { certificate } = yield* Issuance.issue(authority, order)
  return { key, certificate } satisfies Identity
})

/** Whether the certificate there was taken back. */
const isRevoked = Effect.fnUntraced(function* ({ files }: Location) {
  const pem = yield* OwnersFiles.readIfThere(files.certificate)
  const certificate = Option.flatMap(Option.fromUndefinedOr(pem), readCertificate)
  const serial = Option.flatMap(certificate, ({ serialNumber }) => SerialNumber.parse(serialNumber))
  if (Option.isNone(serial)) return false
  const record = yield* (yield* CertificateStore).find(serial.value)
  return Option.isSome(record) && record.value.revokedAt !== undefined
})

/**
 * Makes what is missing, and anew what ends soon; leaves everything else as it is. A certificate that was revoked is not made
 * anew, as long as it lies there: somebody did not want it.
 */
export const ensure = Effect.fnUntraced(function* ({ days, demoClient, folder }: Options) {
  yield* AuthorityFiles.init(folder)
  const authority = yield* AuthorityFiles.open(folder, "test")
  const server = yield* kept(yield* serverLocation(folder), authority, serverDays, makeServer(authority))
  if (demoClient !== undefined) {
    const location = yield* locationOf(folder, "demo", "client")
    if (!(yield* isRevoked(location))) yield* kept(location, authority, days, makeClient(authority, demoClient, days))
    yield* OwnersFiles.replace(location.root, authority.certificate)
  }
  return { ...server, authority: authority.certificate } satisfies ServerIdentity
})
