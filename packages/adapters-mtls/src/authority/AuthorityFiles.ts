/** Stores each authority's key and certificate in a folder. Only the folder's owner can read the key (spec 5.3). */
import type { Environment } from "@sheaf/ports"
import { AtomicFiles } from "@sheaf/ports"
import { Effect, Path, Redacted } from "effect"
import * as Certificate from "../certificates/Certificate.ts"
import * as Authority from "./Authority.ts"

const placeOf = Effect.fnUntraced(function* (folder: string, environment: Environment) {
  const path = yield* Path.Path
  const own = path.join(folder, environment)
  return { own, key: path.join(own, "ca.key"), certificate: path.join(own, "ca.pem") }
})

/**
 * Creates the authorities that are missing, and returns the environments of those that it created. Never overwrites an
 * authority. Removes drafts left by killed processes.
 */
export const createMissing = Effect.fnUntraced(function* (folder: string) {
  return yield* Effect.filter(
    Authority.environments,
    Effect.fnUntraced(function* (environment) {
      const { own } = yield* placeOf(folder, environment)
      const files = Effect.map(Authority.make(environment), ({ certificate, key }) => ({
        "ca.key": Redacted.value(key),
        "ca.pem": certificate
      }))
      return yield* AtomicFiles.makeFolderAtomically(own, files)
    })
  )
})

const missing = (folder: string, environment: Environment) =>
  new Authority.AuthorityError({
    environment,
    message: `there is no ${environment} authority in ${folder}: create it with sheaf certs init`
  })

/**
 * Fails with `AuthorityError` if the authority does not exist or cannot sign, or if other users can read or replace its
 * key.
 */
export const open = Effect.fnUntraced(function* (folder: string, environment: Environment) {
  const place = yield* placeOf(folder, environment)
  const unusable = (message: string) => new Authority.AuthorityError({ environment, message })
  const pair = yield* Effect.gen(function* () {
    const key = yield* AtomicFiles.readFileIfExists(place.key)
    const certificate = yield* AtomicFiles.readFileIfExists(place.certificate)
    if (key === undefined && certificate === undefined) {
      return yield* missing(folder, environment)
    }
    if (key === undefined || certificate === undefined) {
      const lost = key === undefined ? place.key : place.certificate
      // A new authority would invalidate all certificates signed with the lost key.
      return yield* unusable(`${lost} is missing: restore it, or move ${place.own} away and run sheaf certs init`)
    }
    for (const above of [folder, place.own]) {
      if (yield* AtomicFiles.isWritableByOthers(above)) {
        return yield* unusable(`other users can write to ${above}: run chmod 700 on it`)
      }
    }
    if (yield* AtomicFiles.isAccessibleByOthers(place.key)) {
      return yield* unusable(`other users can read the key ${place.key}: run chmod 600 on it`)
    }
    return { key: Redacted.make(key), certificate }
  }).pipe(
    Effect.catchTag("PlatformError", ({ reason }) => unusable(`cannot read the files in ${place.own}: ${reason._tag}`))
  )
  return yield* Authority.open(environment, pair)
})

/**
 * Reads the certificates of existing authorities, without their keys. Fails with `AuthorityError` if a file contains no
 * certificate.
 */
export const readRootCertificates = Effect.fnUntraced(function* (folder: string) {
  const found: Array<{ readonly environment: Environment; readonly certificate: string }> = []
  for (const environment of Authority.environments) {
    const file = (yield* placeOf(folder, environment)).certificate
    const certificate = yield* AtomicFiles.readFileIfExists(file)
    if (certificate === undefined) continue
    yield* Effect.mapError(
      Effect.fromResult(Certificate.fromPem(certificate, file)),
      (message) => new Authority.AuthorityError({ environment, message })
    )
    found.push({ environment, certificate })
  }
  return found
})

/** Fails with `AuthorityError` if there is no certificate. */
export const readRootCertificate = Effect.fnUntraced(function* (folder: string, environment: Environment) {
  const found = (yield* readRootCertificates(folder)).find((each) => each.environment === environment)
  return found === undefined ? yield* missing(folder, environment) : found.certificate
})
