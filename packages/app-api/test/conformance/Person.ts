/** A user of the client, whose token speaks in their name (decisions 8). */
import type { CheckedClient } from "@sheaf/adapters-http/testing"
import { assert } from "vitest"
import type { Setting } from "./Setting.ts"

/** Whose user it is. */
type Client = Pick<Setting, "post" | "send">

interface User {
  readonly userId: string
  readonly externalId: string
}

interface Session {
  readonly token: string
  readonly expiresAt: string
}

export class Person {
  readonly userId: string
  readonly externalId: string
  readonly #client: Client
  #session: Session

  constructor(client: Client, { externalId, userId }: User, session: Session) {
    this.userId = userId
    this.externalId = externalId
    this.#client = client
    this.#session = session
  }

  get token(): string {
    return this.#session.token
  }

  get expiresAt(): string {
    return this.#session.expiresAt
  }

  get authorization(): string {
    return `Bearer ${this.token}`
  }

  /** Takes a new token in place of the one before. */
  async renew(): Promise<void> {
    this.#session = await sessionOf(this.#client, this.userId)
  }

  /** Sends a request with the token, and without an API key. */
  readonly send: CheckedClient.Send = (path, request) =>
    this.sendWithKey(path, { ...request, headers: { "authorization-token": undefined, ...request?.headers } })

  /** Sends a request with the token beside the API key. */
  readonly sendWithKey: CheckedClient.Send = (path, request) =>
    this.#client.send(path, { ...request, headers: { authorization: this.authorization, ...request?.headers } })

  readonly post = (path: string, body: unknown): Promise<CheckedClient.Answer> =>
    this.send(path, { method: "POST", body: JSON.stringify(body) })
}

const sessionOf = async ({ send }: Client, userId: string): Promise<Session> => {
  const answer = await send(`/users/${userId}/sessions`, { method: "POST" })
  assert.strictEqual(answer.status, 201, answer.text)
  return answer.json as Session // the answer fits its document
}

/** Makes somebody known whom nobody else knows. */
export const make = async (client: Client): Promise<Person> => {
  const answer = await client.post("/users", { externalId: `person ${crypto.randomUUID()}` })
  assert.strictEqual(answer.status, 201, answer.text)
  const user = answer.json as User // the answer fits its document
  return new Person(client, user, await sessionOf(client, user.userId))
}
