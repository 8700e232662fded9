/** Your users, and their sessions. */
import type { CallOptions, PostOptions } from "./transport/ClientOptions.ts"
import { entriesOf, queryOf } from "./transport/Pagination.ts"
import type { ListFilter } from "./transport/Pagination.ts"
import type { Transport } from "./transport/Transport.ts"

export class Users<User, Session> {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /** Creates a user, or returns the existing user with this external id. */
  create(user: { readonly externalId: string }, { idempotencyKey, signal }: PostOptions = {}): Promise<User> {
    return this.#transport.body({ method: "POST", path: "/users", body: user, idempotencyKey, signal })
  }

  async find(externalId: string, { signal }: CallOptions = {}): Promise<User | undefined> {
    const query = { externalId }
    const [user] = await this.#transport.body<ReadonlyArray<User>>({ path: "/users", query, signal })
    return user
  }

  /** Yields the users, newest first by default. */
  list(filter: Omit<ListFilter, "userId"> = {}): AsyncGenerator<User, void, void> {
    return entriesOf(this.#transport, "/users", queryOf(filter), filter)
  }

  get(userId: string, { signal }: CallOptions = {}): Promise<User> {
    return this.#transport.body({ path: `/users/${encodeURIComponent(userId)}`, signal })
  }

  /** Erases the user: ends collections, revokes consents, deletes data and invalidates tokens. */
  erase(userId: string, { signal }: CallOptions = {}): Promise<void> {
    return this.#transport.body({ method: "DELETE", path: `/users/${encodeURIComponent(userId)}`, signal })
  }

  /** Opens a session. Pass its token to `asUser`. */
  openSession(userId: string, { signal }: CallOptions = {}): Promise<Session> {
    const path = `/users/${encodeURIComponent(userId)}/sessions`
    return this.#transport.body({ method: "POST", path, idempotencyKey: false, signal })
  }

  endSessions(userId: string, { signal }: CallOptions = {}): Promise<void> {
    return this.#transport.body({ method: "DELETE", path: `/users/${encodeURIComponent(userId)}/sessions`, signal })
  }
}
