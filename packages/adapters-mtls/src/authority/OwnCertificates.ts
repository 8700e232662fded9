/**
 * Certificates that a service creates at its first start and then keeps: for its authorities, its server and the demo
 * client (spec 5.3). The demo client's key works with `curl`.
 */
import { CertificateStore, AtomicFiles } from "@sheaf/ports"
import { Clock, Effect, Option, Path, Redacted, Result } from "effect"
import * as Certificate from "../certificates/Certificate.ts"
import * as KeyPair from "../certificates/KeyPair.ts"
import * as X509 from "../certificates/X509.ts"
import type { ServerFiles, ServerIdentity } from "../connections/ServerIdentity.ts"
import type { Authority } from "./Authority.ts"
import * as AuthorityFiles from "./AuthorityFiles.ts"
import * as ClientEnrollment from "./ClientEnrollment.ts"
import * as Issuance from "./Issuance.ts"
import * as SerialNumber from "../certificates/SerialNumber.ts"
import * as ServerLeaf from "./ServerLeaf.ts"

export interface Options {
  readonly folder: string
  /** The id of the demo client, which must exist. */
  readonly demoClient?: string
  readonly days: number
}

const serverDays = 90

const locationOf = Effect.fnUntraced(function* (folder: string, part: "server" | "demo", name: string) {
  const path = yield* Path.Path
  const own = path.join(folder, part)
  const files: ServerFiles = { key: path.join(own, `${name}.key`), certificate: path.join(own, `${name}.pem`) }
  return { folder: own, root: path.join(own, "ca.pem"), files }
})

type Location = Effect.Success<ReturnType<typeof locationOf>>

/**
 * Returns nothing unless the pair is complete, signed by the authority, and still valid for at least a third of `days`.
 */
const readGood = Effect.fnUntraced(function* ({ files }: Location, { root }: Authority, days: number) {
  const key = yield* AtomicFiles.readFileIfExists(files.key)
  const certificate = yield* AtomicFiles.readFileIfExists(files.certificate)
  const now = yield* Clock.currentTimeMillis
  if (key === undefined || certificate === undefined) return Option.none()
  const pair: KeyPair.KeyPair = { key: Redacted.make(key), certificate }
  return Result.getSuccess(KeyPair.parse(pair, files)).pipe(
    Option.filter(
      (parsed) =>
        Certificate.isSignedBy(parsed.certificate, root) &&
        parsed.certificate.validFromDate.getTime() <= now &&
        parsed.certificate.validToDate.getTime() >= now + (days * X509.dayMillis) / 3
    ),
    Option.as(pair)
  )
})

/**
 * Returns the stored pair if it is still usable, or else creates and stores a new one. If a crash occurred after only
 * one of the two files was written, both are replaced.
 */
const keep = Effect.fnUntraced(function* <E, R>(
  location: Location,
  authority: Authority,
  days: number,
  make: Effect.Effect<KeyPair.KeyPair, E, R>
) {
  const stored = yield* readGood(location, authority, days)
  if (Option.isSome(stored)) return stored.value
  const made = yield* make
  yield* AtomicFiles.makeFolder(location.folder)
  yield* AtomicFiles.writeAtomically(location.files.key, Redacted.value(made.key))
  yield* AtomicFiles.writeAtomically(location.files.certificate, made.certificate)
  return made
})

const makeClient = Effect.fnUntraced(function* (authority: Authority, clientId: string, days: number) {
  const { key, request } = yield* ClientEnrollment.makeKeyAndRequest(authority.environment, clientId)
  const order = { request: Buffer.from(request), clientId, days }
  const { certificate } = yield* Issuance.issue(authority, order)
  return { key, certificate } satisfies KeyPair.KeyPair
})

const isRevoked = Effect.fnUntraced(function* ({ files }: Location) {
  const pem = (yield* AtomicFiles.readFileIfExists(files.certificate)) ?? ""
  const serial = Result.getSuccess(Certificate.fromPem(pem, files.certificate)).pipe(
    Option.flatMap(({ serialNumber }) => SerialNumber.parse(serialNumber))
  )
  if (Option.isNone(serial)) return false
  const record = yield* (yield* CertificateStore).find(serial.value)
  return Option.isSome(record) && record.value.revokedAt !== undefined
})

/**
 * Creates missing files, and renews certificates that will expire soon. Returns the server's identity and its files.
 * While the file of a revoked demo certificate exists, the certificate is not replaced, because somebody revoked it on
 * purpose.
 */
export const ensure = Effect.fnUntraced(function* ({ days, demoClient, folder }: Options) {
  yield* AuthorityFiles.createMissing(folder)
  const authority = yield* AuthorityFiles.open(folder, "test")
  const { certificate } = authority
  const server = yield* locationOf(folder, "server", "server")
  const pair = yield* keep(
    server,
    authority,
    serverDays,
    ServerLeaf.make(authority, ServerLeaf.loopbackNames, serverDays)
  )
  if (demoClient !== undefined) {
    const location = yield* locationOf(folder, "demo", "client")
    if (!(yield* isRevoked(location))) yield* keep(location, authority, days, makeClient(authority, demoClient, days))
    yield* AtomicFiles.writeAtomically(location.root, certificate)
  }
  return { identity: { ...pair, authority: certificate } satisfies ServerIdentity, files: server.files }
})
