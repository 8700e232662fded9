/** A {@link SigningKeyStore} in memory, for tests of its callers. */
import { Effect, Layer } from "effect"
import { SigningKeyStore } from "../../auth/SigningKeyStore.ts"
import type { SigningKey } from "../../auth/SigningKeyStore.ts"

const make = (): SigningKeyStore["Service"] => {
  let keys: ReadonlyArray<SigningKey> = []
  return {
    all: (purpose) => Effect.sync(() => keys.filter((key) => key.purpose === purpose)),
    add: (key, after) =>
      Effect.sync(() => {
        if (
          keys.find(({ purpose }) => purpose === key.purpose)?.keyId !== after ||
          keys.some(({ keyId }) => keyId === key.keyId)
        )
          return false
        keys = [key, ...keys]
        return true
      }),
    remove: (removed) =>
      Effect.sync(() => {
        keys = keys.filter(({ keyId }) => keyId !== removed)
      })
  }
}

export const layer = Layer.sync(SigningKeyStore, make)
