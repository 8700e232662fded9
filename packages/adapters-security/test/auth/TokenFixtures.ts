/** A token service on in-memory stores, with two clients, a public URL, and issuers whose keys each test chooses. */
import { it } from "@effect/vitest"
import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { ClientStore, IssuerKeys, IssuerUnreachable, PublicUrl, SigningKeyStore, Tokens, UserStore } from "@sheaf/ports"
import type { InvalidToken, StoredUser } from "@sheaf/ports"
import { ClientStoreMemory, SigningKeyStoreMemory, UserStoreMemory } from "@sheaf/ports/testing"
import { Clock, Effect, Layer, Redacted } from "effect"
import type { Scope } from "effect"
import { TestClock } from "effect/testing"
import { createPrivateKey } from "node:crypto"
import { TokensLive } from "../../src/index.ts"

export const serviceUrl = "https://sheaf.example"

/** Every test starts at this time, which is a whole second. */
export const startTime = Date.UTC(2026, 3, 1, 8)

export const userId = "019a9f0e-6b2c-7f41-8c3d-0a1b2c3d4e5f"

export interface PublishedDocuments {
  readonly documents: Map<string, unknown>
  requested: number
  /** If present, every response waits for this effect. */
  responded?: Effect.Effect<void>
}

const publishingNothing = (): PublishedDocuments => ({ documents: new Map(), requested: 0 })

const clients = Layer.effectDiscard(
  Effect.gen(function* () {
    const store = yield* ClientStore
    yield* store.addClient({ id: "brask", name: "Brask", environment: "test" })
    yield* store.addClient({ id: "lund", name: "Lund", environment: "production" })
  })
).pipe(Layer.provideMerge(ClientStoreMemory.layer))

const issuerKeys = (published: PublishedDocuments) =>
  Layer.succeed(IssuerKeys, {
    read: (issuer) =>
      Effect.gen(function* () {
        published.requested++
        yield* published.responded ?? Effect.void
        return published.documents.get(issuer) ?? (yield* new IssuerUnreachable({}))
      })
  })

/** The clock starts at {@link startTime}. */
export const layer = (options: TokensLive.TokensOptions = {}, published = publishingNothing()) =>
  TokensLive.layer(options).pipe(
    Layer.provideMerge(
      Layer.mergeAll(
        clients,
        UserStoreMemory.layer,
        SigningKeyStoreMemory.layer,
        Layer.succeed(PublicUrl, { base: Effect.succeed(serviceUrl) }),
        issuerKeys(published),
        NodeCrypto.layer
      )
    ),
    Layer.tap(() => TestClock.setTime(startTime))
  )

export const verify = (text: string) => Effect.flatMap(Tokens, (tokens) => tokens.verify(Redacted.make(text)))

export const reason = (text: string) =>
  Effect.map(Effect.flip(verify(text)), (error): InvalidToken["reason"] | "StoreError" =>
    error._tag === "InvalidToken" ? error.reason : error._tag
  )

export const addUser = Effect.fnUntraced(function* (id: string, clientId = "brask", externalId = `of ${id}`) {
  const store = yield* UserStore
  const created = { userId: id, clientId, externalId, createdAt: yield* Clock.currentTimeMillis }
  return (yield* store.create(created)).user
})

export const issue = (user: StoredUser) => Effect.flatMap(Tokens, (tokens) => tokens.issue(user, "test"))

export const signingKey = Effect.gen(function* () {
  const [newest] = yield* (yield* SigningKeyStore).all("TOKEN")
  if (newest === undefined) return yield* Effect.die("there is no key yet")
  return { keyId: newest.keyId, key: createPrivateKey({ key: JSON.parse(Redacted.value(newest.jwk)), format: "jwk" }) }
})

type Services = Layer.Success<ReturnType<typeof layer>> | Scope.Scope
type Body = (published: PublishedDocuments) => Generator<Effect.Effect<unknown, unknown, Services>, void, never>

/** Defines a test that gets fresh services and the documents that the issuers publish. */
export const testWith =
  (options: TokensLive.TokensOptions, published = publishingNothing) =>
  (name: string, body: Body) =>
    it.effect(name, () => {
      const all = published()
      return Effect.provide(
        Effect.gen(() => body(all)),
        layer(options, all)
      )
    })

export const test = testWith({})
