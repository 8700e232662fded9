/**
 * Compares mutual TLS with a bare server that has the same settings: full handshakes, resumed handshakes and persistent
 * connections.
 */
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { createSecureContext } from "node:tls"
import { clientOf, headersOf } from "../workshop/stage/Installation.ts"
import { withServer } from "./servers/Server.ts"
import type { RunningInstallation } from "../workshop/stage/Installation.ts"
import type { Effort } from "./Part.ts"
import * as Contest from "./load/Contest.ts"
import type { Figure } from "./Report.ts"
import { collection, completed } from "./Polls.ts"
import * as TlsLoad from "./load/TlsLoad.ts"

const connections = 8

export const run = async (bench: RunningInstallation, effort: Effort): Promise<ReadonlyArray<Figure>> => {
  const { certifiedKey, database, service } = bench
  const folder = join(dirname(database), "certs")
  const own = (name: string) => readFileSync(join(folder, "demo", name))
  const context = createSecureContext({ ca: own("ca.pem"), cert: own("client.pem"), key: own("client.key") })
  const loads = TlsLoad.make(context)
  const collectionId = await collection(clientOf({ apiKey: certifiedKey }, bench), completed, "COMPLETED")
  return withServer(new URL("./servers/bareTlsServer.ts", import.meta.url), [folder, database], async (bare) => {
    const health = (base = "") => ({ base, path: "/health", headers: {} })
    const poll = (base = "") => ({
      base,
      path: `/collections/${collectionId}/status`,
      headers: headersOf(certifiedKey, "2026-04-01")
    })
    const pair = (name: string, load: (typeof loads)[keyof typeof loads], request = health) => ({
      ours: Contest.entrant(name, request(service.mutualTlsBase), { load }),
      bare: Contest.entrant(`bare node:https, ${name}`, request(bare), { load })
    })
    const full = pair("full handshakes", loads.full)
    const resumed = pair("resumed handshakes", loads.resumed)
    const kept = pair("requests over kept connections", loads.kept)
    const polls = pair("polls over kept connections", loads.kept, poll)
    const clear = Contest.entrant("the same polls without TLS", poll(service.base))
    const entrants = [...[full, resumed, kept, polls].flatMap(({ bare, ours }) => [ours, bare]), clear]
    const load = await Contest.run(entrants, connections, effort)
    return [
      ...entrants.flatMap(Contest.figuresOf),
      Contest.ratioOf("full handshakes : bare", full.ours, full.bare, [">=", 0.9]),
      Contest.ratioOf("resumed handshakes : bare", resumed.ours, resumed.bare, [">=", 0.9]),
      Contest.ratioOf("requests over kept connections : bare", kept.ours, kept.bare),
      Contest.ratioOf("polls over kept connections : bare", polls.ours, polls.bare, [">=", 0.5]),
      Contest.ratioOf("polls over kept connections : a fixed response", polls.ours, kept.bare),
      Contest.ratioOf("polls over kept connections : without TLS", polls.ours, clear),
      { name: "the load itself", value: load, unit: "of a core" }
    ]
  })
}
