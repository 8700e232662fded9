/** An authority of each environment, clients, and the stores of both: in memory, and at a time of our own. */
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { it } from "@effect/vitest"
import { ClientStore } from "@sheaf/ports"
import { CertificateStoreMemory, ClientStoreMemory } from "@sheaf/ports/testing"
import { Effect, Layer } from "effect"
import type { Scope } from "effect"
import { TestClock } from "effect/testing"
import { generateKeyPairSync } from "node:crypto"
import { Authority } from "../src/index.ts"
import * as Forge from "./Forge.ts"

export const day = 86_400_000

/** When the tests begin, whatever day it is. */
export const start = Date.UTC(2026, 3, 1, 9, 30)

const atStart = TestClock.setTime(start)

/** As openssl wants times: in seconds. */
export const seconds = (millis: number): string => String(Math.floor(millis / 1000))

export const addClient = Effect.fnUntraced(function* (id: string) {
  yield* (yield* ClientStore).addClient({ id, name: "A client", environment: "test" })
})

/** Stores that know the client `demo`. */
export const stores = CertificateStoreMemory.layer.pipe(
  Layer.merge(Layer.effectDiscard(addClient("demo"))),
  Layer.provideMerge(ClientStoreMemory.layer),
  Layer.provideMerge(NodeCrypto.layer)
)

export const services = Layer.merge(stores, NodeServices.layer)

/** An authority that was made at the start. */
export const authority = Effect.fnUntraced(function* (environment: "test" | "production" = "test") {
  yield* atStart
  return yield* Authority.open(environment, yield* Authority.make(environment))
})

/** A key and its request. They take long to make: tests share them, where the key does not matter. */
export const newRequest = () => {
  const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })
  return { key: privateKey, request: Forge.signedRequest(privateKey) }
}

export const shared = newRequest()

type Services = Layer.Success<typeof stores> | NodeServices.NodeServices | Scope.Scope

/** A test at the start, over stores of its own; what it does is a generator, as for `Effect.gen`. */
export const test = (name: string, body: () => Generator<Effect.Effect<unknown, unknown, Services>, void, never>) =>
  it.effect(name, () => Effect.andThen(atStart, Effect.gen(body)).pipe(Effect.provide(services)))
