/** A user of a client, with a token (spec 5). */
import type { User } from "@sheaf/domain/User"
import type { TestResponse } from "./TestResponse.ts"
import type { TestClient, HeaderFields, SendRequest } from "./TestClient.ts"

interface Session {
  readonly token: string
  readonly expiresAt: string
}

export class TestUser {
  readonly userId: string
  readonly externalId: string
  readonly #client: TestClient
  #session: Session

  private constructor(client: TestClient, { externalId, userId }: User, session: Session) {
    this.userId = userId
    this.externalId = externalId
    this.#client = client
    this.#session = session
  }

  static async make(client: TestClient, externalId = `person ${crypto.randomUUID()}`): Promise<TestUser> {
    const answer = await client.post("/users", { externalId })
    const user = (answer.status === 200 ? answer : answer.expect(201)).read<User>()
    return new TestUser(client, user, await sessionOf(client, user.userId))
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

  /** Header fields for calls with the token and without the API key. */
  get byToken(): HeaderFields {
    return { authorization: this.authorization, "authorization-token": undefined }
  }

  get withKey(): TestClient {
    return this.#client.with({ authorization: this.authorization })
  }

  /** A client with the token in place of the API key. */
  get client(): TestClient {
    return this.#client.with(this.byToken)
  }

  async renew(): Promise<void> {
    this.#session = await sessionOf(this.#client, this.userId)
  }

  readonly send: SendRequest = (path, request) => this.client.send(path, request)

  readonly sendWithKey: SendRequest = (path, request) => this.withKey.send(path, request)

  readonly post = (path: string, body: unknown): Promise<TestResponse> => this.client.post(path, body)
}

const sessionOf = async (client: TestClient, userId: string): Promise<Session> =>
  (await client.post(`/users/${userId}/sessions`)).expect(201).read()
