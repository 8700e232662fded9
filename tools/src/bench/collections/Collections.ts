/** Measures the throughput of whole collections, from start to COMPLETED. */
import type { Client } from "@sheaf/adapters-http/testing"
import { CollectionStatus, isFinal } from "@sheaf/domain/CollectionStatus"
import type { Effort } from "../Part.ts"
import { clientOf, withService } from "../../workshop/stage/Installation.ts"
import * as Crowd from "../load/Crowd.ts"
import { medianOf } from "../Report.ts"
import type { Figure } from "../Report.ts"

interface Size {
  readonly rounds: number
  readonly collections: number
}

const sizes: Readonly<Record<Effort, Size>> = {
  smoke: { rounds: 1, collections: 50 },
  full: { rounds: 5, collections: 500 },
  long: { rounds: 9, collections: 1_500 }
}

/**
 * The number of people. It is large enough for varied rows, but small enough that the simulated company can cache all
 * letters.
 */
const persons = 100

const running = "RUNNING,LOGIN,WAITING_FOR_USER_ACTION,CUSTOMER_ENROLLMENT_CHECK,COLLECTING"

const unsuccessful = CollectionStatus.literals.filter((status) => isFinal(status) && status !== "COMPLETED").join(",")

/** Starts collections and waits until all of them have ended. */
export const complete = async (client: Client, collections: number): Promise<void> => {
  await Crowd.each(collections, async (number) => {
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
  await Crowd.untilNoneIs(client, running)
}

/** Fails if any of the client's collections ended with a status other than COMPLETED. */
export const expectCompleted = (client: Client): Promise<void> => Crowd.expectNoneIs(client, unsuccessful)

export const run = (effort: Effort): Promise<ReadonlyArray<Figure>> =>
  withService(async (bench) => {
    const { collections, rounds } = sizes[effort]
    const client = clientOf(bench, bench)
    const rates: Array<number> = []
    for (let round = 0; round <= rounds; round++) {
      const began = performance.now()
      await complete(client, collections)
      // The first round is a warm-up.
      if (round > 0) rates.push((collections * 1000) / (performance.now() - began))
    }
    await expectCompleted(client)
    return [
      medianOf("collections, start to COMPLETED", rates, "per second", {
        target: [">=", 450],
        note: `${collections} in each round, from ${Crowd.connections} connections`
      })
    ]
  })
