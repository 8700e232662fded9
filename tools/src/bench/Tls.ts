/** Measures mutual TLS against a bare server with the same settings: full and resumed handshakes, and kept connections. */
import { readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { createSecureContext } from "node:tls"
import { withServer } from "./servers/Bench.ts"
import type { Bench } from "./servers/Bench.ts"
import type { Effort } from "./harness/Effort.ts"
import * as Contest from "./load/Contest.ts"
import type { Figure } from "./Report.ts"
import * as TlsLoad from "./load/TlsLoad.ts"

const connections = 8

export const run = ({ database, service }: Bench, effort: Effort): Promise<ReadonlyArray<Figure>> => {
  const folder = join(dirname(database), "certs")
  const own = (name: string) => readFileSync(join(folder, "demo", name))
  const context = createSecureContext({ ca: own("ca.pem"), cert: own("client.pem"), key: own("client.key") })
  const loads = TlsLoad.make(context)
  return withServer(new URL("./servers/bareTlsServer.ts", import.meta.url), [folder], async (bare) => {
    const request = (base = "") => ({ base, path: "/health", headers: {} })
    const pair = (name: string, load: (typeof loads)[keyof typeof loads]) => ({
      ours: Contest.entrant(name, request(service.mutualTlsBase), load),
      bare: Contest.entrant(`bare node:https, ${name}`, request(bare), load)
    })
    const full = pair("full handshakes", loads.full)
    const resumed = pair("resumed handshakes", loads.resumed)
    const kept = pair("requests over kept connections", loads.kept)
    const clear = Contest.entrant("the same requests without TLS", request(service.base))
    const entrants = [...[full, resumed, kept].flatMap(({ bare, ours }) => [ours, bare]), clear]
    const load = await Contest.run(entrants, connections, effort)
    return [
      ...entrants.flatMap(Contest.figuresOf),
      Contest.ratioOf("full handshakes : bare", full.ours, full.bare, [">=", 0.9]),
      Contest.ratioOf("resumed handshakes : bare", resumed.ours, resumed.bare, [">=", 0.9]),
      Contest.ratioOf("requests over kept connections : bare", kept.ours, kept.bare),
      Contest.ratioOf("requests over kept connections : without TLS", kept.ours, clear),
      { name: "the load itself", value: load, unit: "of a core" }
    ]
  })
}
