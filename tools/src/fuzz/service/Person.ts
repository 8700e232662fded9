/** The user of the requests, with consents in every status that the sandbox can reach (decisions 8, 9). */
import { TestUser as User } from "@sheaf/adapters-http/testing"
import type { Client } from "@sheaf/adapters-http/testing"
import type { ConsentScenario } from "@sheaf/domain/ConsentScenario"
import type { Random } from "../Random.ts"

/** A request that creates a consent. */
export interface ConsentBody {
  readonly company: string
  readonly loginMethod?: string
  readonly parameters: ReadonlyArray<unknown>
  readonly returnUrl?: string
  readonly state?: string
}

export interface Person {
  readonly userId: string
  readonly token: string
  /** Users that requests are free to erase. */
  readonly others: ReadonlyArray<string>
  readonly consentIds: ReadonlyArray<string>
  /** The requests that the sandbox lists. */
  readonly requests: ReadonlyArray<ConsentBody>
}

/** The number of consents and of other users. */
const many = 10

const createUser = async (client: Client, random: Random): Promise<string> => {
  const externalId = `somebody ${random.int(0, 1e15)}`
  return (await client.post("/users", { externalId })).expect(201).read<{ readonly userId: string }>().userId
}

const requestOf = ({ company, loginMethods, parameters }: ConsentScenario, random: Random): ConsentBody => {
  const quick = loginMethods.filter((method) => method.endsWith("_MOCK"))
  if (quick.length > 0) return { company, loginMethod: random.pick(quick), parameters }
  // A consent with a return address waits for a confirmation.
  const returns = { returnUrl: "http://localhost:3000/done", state: `state ${random.int(0, 1e15)}` }
  return { company, parameters, ...random.pick([{}, returns]) }
}

/** Creates a user with a token and consents. */
export const make = async (client: Client, random: Random): Promise<Person> => {
  const user = await User.make(client, `somebody ${random.int(0, 1e15)}`)
  const others = await Promise.all(Array.from({ length: many }, () => createUser(client, random)))
  const requests = (await client.consentScenarios()).map((scenario) => requestOf(scenario, random))
  const consents = await Promise.all(
    random
      .shuffle(requests)
      .slice(0, many)
      .map((request) => user.post("/consents", request))
  )
  const consentIds = consents.flatMap((answer) =>
    answer.status === 201 ? [answer.read<{ readonly consentId: string }>().consentId] : []
  )
  return { userId: user.userId, token: user.token, others, consentIds, requests }
}
