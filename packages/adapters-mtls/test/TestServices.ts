/**
 * Test services: in-memory stores, clients, an authority for the test or production environment, and a fixed start
 * time.
 */
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
import * as ForgedRequests from "./ForgedRequests.ts"

export const day = 86_400_000

export const start = Date.UTC(2026, 3, 1, 9, 30)

const atStart = TestClock.setTime(start)

/** openssl's `-attime` takes seconds. */
export const seconds = (millis: number): string => String(Math.floor(millis / 1000))

export const addClient = Effect.fnUntraced(function* (id: string) {
  yield* (yield* ClientStore).addClient({ id, name: "A client", environment: "test" })
})

const stores = CertificateStoreMemory.layer.pipe(
  Layer.merge(Layer.effectDiscard(addClient("demo"))),
  Layer.provideMerge(ClientStoreMemory.layer),
  Layer.provideMerge(NodeCrypto.layer)
)

export const services = Layer.merge(stores, NodeServices.layer)

export const authority = Effect.fnUntraced(function* (environment: "test" | "production" = "test") {
  yield* atStart
  return yield* Authority.open(environment, yield* Authority.make(environment))
})

const { privateKey } = generateKeyPairSync("rsa", { modulusLength: 2048 })

/** Tests share this key and its request, because generating keys is slow. */
export const sharedKey = { key: privateKey, request: ForgedRequests.signedRequest(privateKey) }

type Services = Layer.Success<typeof services> | Scope.Scope

export const test = (name: string, body: () => Generator<Effect.Effect<unknown, unknown, Services>, void, never>) =>
  it.effect(name, () => Effect.andThen(atStart, Effect.gen(body)).pipe(Effect.provide(services)))
