/** A configured bank over real sockets with mutual TLS: from the configuration file to the accounts (decisions 21). */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { assert, describe, it } from "@effect/vitest"
import { RemoteBanks } from "@sheaf/adapters-http"
import { BankServer } from "@sheaf/adapters-sandbox"
import { Banks } from "@sheaf/adapters-sandbox/testing"
import { AccountHoldingBanks, Asker, Connectors, PublicAddress } from "@sheaf/ports"
import { Effect, FileSystem, Layer, Option, Redacted } from "effect"
import type { Scope } from "effect"
import type { PlatformError } from "effect/PlatformError"
import { HttpServer } from "effect/http"
import { createServer } from "node:https"
import { configured } from "../service/Configured.ts"
import * as ProviderFiles from "./ProviderFiles.ts"

type Certificates = Effect.Success<ReturnType<typeof ProviderFiles.make>>

/** Serves the sandbox's banks to clients with a certificate of either authority. Adds the subjects that connect to `seen`. */
const serverOf = ({ authority, bank }: Certificates, client: Certificates, folder: string, seen: Array<string>) => {
  const tls = {
    key: Redacted.value(bank.key),
    cert: bank.certificate,
    ca: [authority, client.authority],
    requestCert: true,
    rejectUnauthorized: true
  }
  const observed = () =>
    createServer(tls).on("secureConnection", (socket) => seen.push(socket.getPeerX509Certificate()?.subject ?? ""))
  const listener = NodeHttpServer.layer(observed, { host: "127.0.0.1", port: 0 })
  const address = new URL("https://localhost")
  return Layer.provideMerge(BankServer.serve({ own: "se-fjallbanken", folder, address }), listener)
}

/** A service without other companies and banks. */
const nobody = Layer.merge(
  Layer.succeed(Connectors, { all: Effect.succeed([]), find: () => Effect.succeedNone }),
  Layer.succeed(AccountHoldingBanks, { find: () => Effect.succeedNone })
)

const entryAt = (port: number, { caFile }: Certificates, more: object) => ({
  company: "se-provbanken",
  companyDisplayName: "Provbanken",
  market: "se",
  url: `https://localhost:${port}/`,
  profile: "nextgenpsd2-1.3",
  approach: "REDIRECT",
  allowPrivateAddresses: true,
  caFile,
  ...more
})

const scope = { type: "PSD2_AIS", balances: true, transactions: true } as const

const day = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

const request = {
  scope,
  validUntil: day(60),
  psuIpAddress: "192.0.2.17",
  psuLocale: "sv-se",
  authorization: { _tag: "REDIRECT", returnUrl: "https://service.example/consents/return/a-state" }
} as const

const publicAddress = Layer.succeed(PublicAddress, { base: Effect.succeed("https://service.example") })

/** Starts a bank, and runs an effect with the bank that the configuration file names. */
const withBank = <A, E>(
  more: (certificates: Certificates, client: Certificates) => Effect.Effect<object, PlatformError, Scope.Scope>,
  run: (folder: string, seen: ReadonlyArray<string>) => Effect.Effect<A, E, AccountHoldingBanks | Connectors>
) =>
  Effect.gen(function* () {
    const folder = yield* (yield* FileSystem.FileSystem).makeTempDirectoryScoped()
    const certificates = yield* ProviderFiles.make()
    const client = yield* ProviderFiles.make({ organizationId: "PSDSE-FINA-000001" })
    const seen: Array<string> = []
    const server = yield* Layer.build(serverOf(certificates, client, folder, seen))
    const { address } = yield* Effect.provideContext(HttpServer.HttpServer, server)
    const port = "port" in address ? address.port : assert.fail("no port")
    const entry = entryAt(port, certificates, yield* more(certificates, client))
    const { banks } = yield* configured({ banks: [entry] })
    return yield* Effect.provide(
      run(folder, seen),
      RemoteBanks.besides(banks)(nobody).pipe(Layer.provide(publicAddress))
    )
  }).pipe(Effect.scoped, Effect.provide(NodeServices.layer))

const bank = Effect.gen(function* () {
  return Option.getOrThrow(yield* (yield* AccountHoldingBanks).find("se-provbanken"))
})

describe("a bank from the configuration file", () => {
  it.live("is reached with the certificate for connections and the seal, and returns accounts", () =>
    withBank(
      ({ qwac, seal }) => Effect.succeed({ qwac, seal }),
      (folder) =>
        Effect.gen(function* () {
          const { accounts, createConsent, revoke, status } = yield* bank
          const { bankConsentId, redirectUrl = "" } = yield* createConsent(request, "a-key")
          assert.strictEqual((yield* createConsent(request, "a-key")).bankConsentId, bankConsentId)
          yield* Banks.press(folder, "approve")(redirectUrl)
          const state = yield* status(bankConsentId)
          assert.deepStrictEqual(state.status, "valid")
          const { accounts: found } = yield* accounts(bankConsentId, scope, { psuIpAddress: "192.0.2.17" })
          assert.lengthOf(found, 4)
          for (const { company, transactions = [] } of found) {
            assert.strictEqual(company, "se-provbanken")
            assert.isNotEmpty(transactions)
          }
          yield* revoke(bankConsentId)
          assert.strictEqual((yield* status(bankConsentId)).status, "terminatedByTpp")
          const [listed] = yield* (yield* Connectors).all
          assert.strictEqual(listed?.availability.status, "OPERATIONAL")
        })
    )
  )

  it.live("is called with the certificates of a client that has its own, and keeps its consents apart", () =>
    withBank(
      ({ qwac, seal }, client) =>
        Effect.succeed({ qwac, seal, clients: { "a-client": { qwac: client.qwac, seal: client.seal } } }),
      (_, seen) =>
        Effect.gen(function* () {
          const { createConsent, status } = yield* bank
          const by = <A, E>(client: string, call: Effect.Effect<A, E>) =>
            Effect.provideService(call, Asker, { client, person: "a-person" })
          const own = yield* by("a-client", createConsent(request, "a-key"))
          assert.isAbove(seen.length, 0)
          for (const subject of seen) assert.include(subject, "PSDSE-FINA-000001")
          const other = yield* by("another-client", createConsent(request, "a-key"))
          assert.include(seen.at(-1), "PSDSE-FINA-000000")
          assert.notStrictEqual(own.bankConsentId, other.bankConsentId)
          assert.strictEqual((yield* by("a-client", status(own.bankConsentId))).status, "received")
          const reason = Effect.map(
            Effect.flip(by("another-client", status(own.bankConsentId))),
            (error) => error.reason
          )
          assert.strictEqual(yield* reason, "CONSENT_INVALID")
        })
    )
  )

  it.live("rejects connections with another authority's certificate", () =>
    withBank(
      () => ProviderFiles.make().pipe(Effect.map(({ qwac }) => ({ qwac }))),
      () =>
        Effect.gen(function* () {
          const { createConsent } = yield* bank
          assert.strictEqual((yield* Effect.flip(createConsent(request, "a-key"))).reason, "UNREACHABLE")
        })
    )
  )
})
