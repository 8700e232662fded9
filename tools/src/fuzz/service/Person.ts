/** The user of the requests, with consents in every status that the sandbox can reach (decisions 8, 9). */
import { SheafProblem } from "@sheaf/client"
import type { ConsentScenario, CreateConsentRequest, SheafClient } from "@sheaf/client"
import type { Random } from "../../workshop/driver/Random.ts"

export interface Person {
  readonly userId: string
  readonly token: string
  /** Users that requests are free to erase. */
  readonly others: ReadonlyArray<string>
  readonly consentIds: ReadonlyArray<string>
  /** The requests that the sandbox lists. */
  readonly requests: ReadonlyArray<CreateConsentRequest>
}

/** The number of consents and of other users. */
const many = 10

const createUser = async (sheaf: SheafClient, random: Random): Promise<string> =>
  (await sheaf.users.create({ externalId: `somebody ${random.int(0, 1e15)}` })).userId

/** Creates a consent. Returns no id if the sandbox rejects the request, as some scenarios do. */
const createConsent = async (person: SheafClient, request: CreateConsentRequest): Promise<ReadonlyArray<string>> => {
  try {
    return [(await person.consents.create(request)).id]
  } catch (error) {
    if (error instanceof SheafProblem) return []
    throw error
  }
}

const requestOf = ({ company, loginMethods, parameters }: ConsentScenario, random: Random): CreateConsentRequest => {
  const quick = loginMethods.filter((method) => method.endsWith("_MOCK"))
  if (quick.length > 0) return { company, loginMethod: random.pick(quick), parameters }
  // A consent with a return address waits for a confirmation.
  const returns = { returnUrl: "http://localhost:3000/done", state: `state ${random.int(0, 1e15)}` }
  return { company, parameters, ...random.pick([{}, returns]) }
}

/** Creates a user with a token and consents. */
export const make = async (sheaf: SheafClient, random: Random): Promise<Person> => {
  const userId = await createUser(sheaf, random)
  const { token } = await sheaf.users.openSession(userId)
  const others = await Promise.all(Array.from({ length: many }, () => createUser(sheaf, random)))
  const requests = (await sheaf.sandbox.consentScenarios()).map((scenario) => requestOf(scenario, random))
  const person = sheaf.asUser(token)
  const consentIds = await Promise.all(
    random
      .shuffle(requests)
      .slice(0, many)
      .map((request) => createConsent(person, request))
  )
  return { userId, token, others, consentIds: consentIds.flat(), requests }
}
