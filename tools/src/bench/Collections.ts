/** Whole collections, from their start to COMPLETED, as fast as they come. */
import { Client } from "../Client.ts"
import type { Bench } from "./Bench.ts"
import { middle } from "./Report.ts"
import type { Figure } from "./Report.ts"

const rounds = 3
const collections = 1_500
const clients = 32
/** So many that rows differ, and so few that the simulated company has their letters at hand: its work is not ours. */
const persons = 100

const startAll = async (client: Client): Promise<void> => {
  let next = 0
  const startSome = async () => {
    while (next < collections) {
      const number = next++
      const { status } = await client.start({
        company: "se-nordhem",
        loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE_MOCK",
        parameters: [
          {
            type: "SWEDISH_EID",
            personalNumber: `19500101${String(1_000 + (number % persons))}`
          }
        ]
      })
      if (status !== 201) throw new Error(`a start was answered with ${status}`)
    }
  }
  await Promise.all(Array.from({ length: clients }, startSome))
}

const running = "RUNNING,LOGIN,WAITING_FOR_USER_ACTION,CUSTOMER_ENROLLMENT_CHECK,COLLECTING"

const allCompleted = async (client: Client): Promise<void> => {
  for (;;) {
    const { body } = await client.request<ReadonlyArray<unknown>>("GET", `/collections?limit=1&statusIn=${running}`)
    if (body.length === 0) return
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

export const run = async ({ apiKey, service }: Bench): Promise<ReadonlyArray<Figure>> => {
  const client = new Client(service.base, apiKey)
  const rates: Array<number> = []
  for (let round = 0; round <= rounds; round++) {
    const began = performance.now()
    await startAll(client)
    await allCompleted(client)
    // The first round warms the service up.
    if (round > 0) rates.push((collections * 1000) / (performance.now() - began))
  }
  return [
    {
      name: "collections, start to COMPLETED",
      value: middle(rates),
      unit: "per second",
      target: [">=", 200],
      note: `${collections} from ${clients} connections; ${Math.min(...rates).toFixed(0)} to ${Math.max(...rates).toFixed(0)}`
    }
  ]
}
