/** Measures the throughput of whole collections, from start to COMPLETED. */
import type { Client } from "@sheaf/adapters-http/testing"
import { clientOf } from "./servers/Bench.ts"
import type { Bench } from "./servers/Bench.ts"
import * as Crowd from "./load/Crowd.ts"
import { middle } from "./Report.ts"
import type { Figure } from "./Report.ts"

const rounds = 3
const collections = 1_500
/** Enough persons for different rows, and few enough that the simulated company has cached their letters. */
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
    // The first round is a warm-up.
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
