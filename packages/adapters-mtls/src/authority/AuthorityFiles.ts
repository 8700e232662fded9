/** Where the two authorities are kept: a folder each, with a key that nobody but its owner reads (decisions 15). */
import type { Environment } from "@sheaf/ports"
import { Effect, Option, Path, Redacted } from "effect"
import { X509Certificate } from "node:crypto"
import * as Authority from "./Authority.ts"
import * as OwnersFiles from "./OwnersFiles.ts"

/** Where an authority is: its folder, its key, and its certificate, which is no secret. */
const placeOf = Effect.fnUntraced(function* (folder: string, environment: Environment) {
  const path = yield* Path.Path
  const own = path.join(folder, environment)
  return { own, key: path.join(own, "ca.key"), certificate: path.join(own, "ca.pem") }
})

/** Makes the authority of an environment in its folder; false, and nothing changed, when there is one. */
const makeOne = Effect.fnUntraced(function* (folder: string, environment: Environment) {
  const { own } = yield* placeOf(folder, environment)
  const files = Effect.map(Authority.make(environment), ({ certificate, key }) => ({
    "ca.key": Redacted.value(key),
    "ca.pem": certificate
  }))
  return yield* OwnersFiles.makeWhole(own, files)
})

/**
 * Makes those authorities in a folder that are not there, and gives their environments. None is ever overwritten. What an
 * earlier attempt left that was killed is removed.
 */
export const init = Effect.fnUntraced(function* (folder: string) {
  return yield* Effect.filter(Authority.environments, (environment) => makeOne(folder, environment))
})

/**
 * Opens the authority of an environment in a folder. Fails with `AuthorityUnusable` when there is none, or it cannot sign,
 * or others can read its key, or replace it.
 */
export const open = Effect.fnUntraced(function* (folder: string, environment: Environment) {
  const place = yield* placeOf(folder, environment)
  const unusable = (message: string) => new Authority.AuthorityUnusable({ environment, message })
  const pair = yield* Effect.gen(function* () {
    const key = yield* OwnersFiles.readIfThere(place.key)
    const certificate = yield* OwnersFiles.readIfThere(place.certificate)
    if (key === undefined && certificate === undefined) {
      return yield* unusable(`there is no ${environment} authority in ${folder}: make it with sheaf certs init`)
    }
    if (key === undefined || certificate === undefined) {
      const missing = key === undefined ? place.key : place.certificate
      // Nothing is made where a part of one is: what was signed with it would be worth nothing from then on.
      return yield* unusable(`${missing} is missing: put it back, or move ${place.own} away and run sheaf certs init`)
    }
    for (const above of [folder, place.own]) {
      if (yield* OwnersFiles.isWritableByOthers(above)) {
        return yield* unusable(`others can write to ${above}: make it its owner's alone (chmod 700)`)
      }
    }
    if (yield* OwnersFiles.isOpenToOthers(place.key)) {
      return yield* unusable(`others can read the key ${place.key}: make it its owner's alone (chmod 600)`)
    }
    return { key: Redacted.make(key), certificate }
  }).pipe(
    Effect.catchTag("PlatformError", ({ reason }) =>
      unusable(`the files in ${place.own} cannot be read: ${reason._tag}`)
    )
  )
  return yield* Authority.open(environment, pair)
})

const readCertificate = Option.liftThrowable((pem: string) => new X509Certificate(pem))

/**
 * The certificates of those authorities that are in a folder: what others know them by. Needs none of their keys. Fails with
 * `AuthorityUnusable` when a file holds none.
 */
export const roots = Effect.fnUntraced(function* (folder: string) {
  const found = yield* Effect.forEach(
    Authority.environments,
    Effect.fnUntraced(function* (environment) {
      const place = yield* placeOf(folder, environment)
      const certificate = yield* OwnersFiles.readIfThere(place.certificate)
      if (certificate === undefined) return []
      if (Option.isNone(readCertificate(certificate))) {
        const message = `${place.certificate} holds no PEM certificate`
        return yield* new Authority.AuthorityUnusable({ environment, message })
      }
      return [{ environment, certificate }]
    })
  )
  return found.flat()
})
