/** Status polls beside a bare server that does the same work, in turn, so that a busy moment hits both. */
import { Client } from "../Client.ts"
import { withServer } from "./Bench.ts"
import type { Bench } from "./Bench.ts"
import * as Load from "./Load.ts"
import { middle } from "./Report.ts"
import type { Figure } from "./Report.ts"

const rounds = 7
const roundMillis = 3_000
const connections = 50

const completed = async ({ apiKey, service }: Bench): Promise<string> => {
  const client = new Client(service.base, apiKey)
  const { body } = await client.start({
    company: "se-nordhem",
    loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE_MOCK",
    parameters: [{ type: "SWEDISH_EID", personalNumber: "198112189876" }]
  })
  for (;;) {
    const status = await client.status(body.id)
    if (status.body.pollingInterval === undefined) return body.id
  }
}

export const run = async (bench: Bench): Promise<ReadonlyArray<Figure>> => {
  const id = await completed(bench)
  const script = new URL("./bareServer.ts", import.meta.url)
  return withServer(script, [bench.database, bench.hashKey], async (bareBase) => {
    const path = `/collections/${id}/status`
    const headers = { "authorization-token": bench.apiKey, "service-version": "2026-04-01" }
    const ours: Array<Load.Measured> = []
    const bare: Array<Load.Measured> = []
    for (let round = 0; round <= rounds; round++) {
      const one = await Load.run({ base: bench.service.base, path, headers }, connections, roundMillis)
      const other = await Load.run({ base: bareBase, path, headers }, connections, roundMillis)
      // The first round warms both up.
      if (round > 0) {
        ours.push(one)
        bare.push(other)
      }
    }
    const ratios = ours.map(({ perSecond }, round) => perSecond / (bare[round]?.perSecond ?? Number.NaN))
    return [
      { name: "status polls", value: middle(ours.map((it) => it.perSecond)), unit: "per second" },
      { name: "status polls, p99", value: middle(ours.map((it) => it.p99)), unit: "ms" },
      { name: "bare node:http", value: middle(bare.map((it) => it.perSecond)), unit: "per second" },
      { name: "bare node:http, p99", value: middle(bare.map((it) => it.p99)), unit: "ms" },
      {
        name: "polls : bare",
        value: middle(ratios),
        unit: "ratio",
        target: [">=", 0.6],
        note: `${Math.min(...ratios).toFixed(2)} to ${Math.max(...ratios).toFixed(2)} in ${rounds} rounds`
      }
    ]
  })
}
