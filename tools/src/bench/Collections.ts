/** Whole collections, from their start to COMPLETED, as fast as they come. */
import type { Client } from "@sheaf/adapters-http/testing"
import { clientOf } from "./servers/Bench.ts"
import type { Bench } from "./servers/Bench.ts"
import * as Crowd from "./load/Crowd.ts"
import { middle } from "./Report.ts"
import type { Figure } from "./Report.ts"

const rounds = 3
const collections = 1_500
/** So many that rows differ, and so few that the simulated company has their letters at hand: its work is not ours. */
const persons = 100

const startAll = (client: Client): Promise<void> =>
  Crowd.each(collections, async (number) => {
    await client.begin({
      company: "se-nordhem",
      loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE_MOCK",
      parameters: [
        {
          type: "SWEDISH_EID",
          personalNumber: `19500101${String(1_000 + (number % persons))}`
        }
      ]
    })
  })

const running = "RUNNING,LOGIN,WAITING_FOR_USER_ACTION,CUSTOMER_ENROLLMENT_CHECK,COLLECTING"

export const run = async (bench: Bench): Promise<ReadonlyArray<Figure>> => {
  const client = clientOf(bench, bench)
  const rates: Array<number> = []
  for (let round = 0; round <= rounds; round++) {
    const began = performance.now()
    await startAll(client)
    await Crowd.untilNoneIs(client, running)
    // The first round warms the service up.
    if (round > 0) rates.push((collections * 1000) / (performance.now() - began))
  }
  return [
    {
      name: "collections, start to COMPLETED",
      value: middle(rates),
      unit: "per second",
      target: [">=", 200],
      note: `${collections} from ${Crowd.connections} connections; ${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)}`
    }
  ]
}
