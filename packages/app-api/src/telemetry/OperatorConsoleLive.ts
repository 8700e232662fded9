/** Provides the operator's console on the metrics listener (spec 14.5). */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { OperatorConsole } from "@sheaf/adapters-http"
import { isLoopbackHost } from "@sheaf/domain/IpAddress"
import { Readiness } from "@sheaf/ports"
import { Clock, Effect, Option } from "effect"
import { randomBytes } from "node:crypto"
import { isIPv6 } from "node:net"
import metadata from "../../package.json" with { type: "json" }
import * as BankSettings from "../config/BankSettings.ts"
import * as DataFolder from "../config/DataFolder.ts"
import type { Settings } from "../config/Settings.ts"
import type { MetricsAddress } from "./MetricsListener.ts"
import * as TlsCertificates from "./TlsCertificates.ts"
import * as ConsoleFile from "../operator/ConsoleFile.ts"
import * as ConsoleLink from "../operator/ConsoleLink.ts"

const ofAll: Readonly<Record<string, string>> = { "0.0.0.0": "127.0.0.1", "::": "::1" }

/** Returns the listener's loopback URL, if it has one. The URL works only on this machine. */
const addressOf = ({ host, port }: MetricsAddress): Option.Option<string> => {
  const reached = ofAll[host] ?? host
  return isLoopbackHost(reached)
    ? Option.some(`http://${isIPv6(reached) ? `[${reached}]` : reached}:${port}`)
    : Option.none()
}

const iso = (millis: number): string => new Date(millis).toISOString()

/** If the listener has a loopback address, `announce` tells `sheaf console` the URL. */
export const make = Effect.fnUntraced(function* (settings: Settings) {
  const { isReady } = yield* Readiness
  const startedAt = yield* Clock.currentTimeMillis
  const own = yield* TlsCertificates.makeReader
  const secret = randomBytes(32).toString("base64url")
  const redeem = ConsoleLink.makeRedeemer(secret)
  const console = yield* OperatorConsole.make({
    files: Effect.map(
      Effect.promise(() => import("@sheaf/web/OperatorPage")),
      ({ pageFiles }) => pageFiles
    ),
    overview: Effect.map(isReady, (ready) => ({
      release: metadata.version,
      mode: settings.mode.name,
      environment: settings.environment,
      database: Option.isSome(settings.databaseUrl) ? ("PostgreSQL" as const) : ("SQLite" as const),
      startedAt: iso(startedAt),
      ready
    })),
    certificates: Effect.map(Effect.all([own, BankSettings.certificatesAt(settings.banks)]), ([all, atBanks]) => [
      ...all.map(({ name, notAfter }) => ({
        owner: name === "server" ? ("SERVER" as const) : ("CLIENT_AUTHORITY" as const),
        expiresAt: iso(notAfter)
      })),
      ...atBanks.map(({ name, notAfter }) => ({ owner: "BANK" as const, use: name, expiresAt: iso(notAfter) }))
    ]),
    redeem: (link) => Effect.map(Clock.currentTimeMillis, (now) => redeem(link, now))
  })
  const folder = yield* DataFolder.of(settings)
  return {
    handle: yield* NodeHttpServer.makeHandler(console, { scope: yield* Effect.scope }),
    announce: (listener: MetricsAddress) =>
      Option.match(addressOf(listener), {
        onNone: () => Effect.void,
        onSome: (address) => ConsoleFile.write(folder.console, { address, secret })
      })
  }
})
