/** The user in whose name requests are sent, with consents in the statuses that the sandbox brings them to (decisions 8, 9). */
import type { Client } from "../Client.ts"
import type { Random } from "./Random.ts"

/** A request for a consent. */
export interface ConsentBody {
  readonly company: string
  readonly loginMethod?: string
  readonly parameters: ReadonlyArray<unknown>
}

interface ConsentScenarioBody extends ConsentBody {
  readonly scenario: string
  readonly loginMethods: ReadonlyArray<string>
}

interface UserBody {
  readonly userId: string
}

interface SessionBody {
  readonly token: string
}

export interface Person {
  readonly userId: string
  readonly token: string
  /** Users whom it does not matter to lose. */
  readonly others: ReadonlyArray<string>
  readonly consentIds: ReadonlyArray<string>
  /** Requests that the sandbox lists. */
  readonly requests: ReadonlyArray<ConsentBody>
}

/** How many consents there are, and how many other users. */
const many = 10

const createUser = async (client: Client, random: Random): Promise<string> => {
  const externalId = `somebody ${random.int(0, 1e15)}`
  const { body, status } = await client.request<UserBody>("POST", "/users", { externalId })
  if (status >= 300) throw new Error(`a user is answered with ${status}`)
  return body.userId
}

const requestOf = ({ company, loginMethods, parameters }: ConsentScenarioBody, random: Random): ConsentBody => {
  const quick = loginMethods.filter((method) => method.endsWith("_MOCK"))
  return quick.length === 0 ? { company, parameters } : { company, loginMethod: random.pick(quick), parameters }
}

/** Makes somebody known, with a token and consents. */
export const make = async (client: Client, random: Random): Promise<Person> => {
  const userId = await createUser(client, random)
  const others = await Promise.all(Array.from({ length: many }, () => createUser(client, random)))
  const { token } = (await client.request<SessionBody>("POST", `/users/${userId}/sessions`)).body
  const { body } = await client.request<ReadonlyArray<ConsentScenarioBody>>("GET", "/sandbox/consent-scenarios")
  const requests = body.map((scenario) => requestOf(scenario, random))
  const asUser = client.inTheNameOf(token)
  const consents = await Promise.all(
    random
      .shuffle(requests)
      .slice(0, many)
      .map((request) => asUser.request<{ readonly consentId: string }>("POST", "/consents", request))
  )
  const consentIds = consents.flatMap(({ body: { consentId }, status }) => (status === 201 ? [consentId] : []))
  return { userId, token, others, consentIds, requests }
}
