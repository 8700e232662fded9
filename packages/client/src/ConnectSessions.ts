/** Creates Connect sessions, and returns their state. */
import type { CallOptions, PostOptions } from "./transport/ClientOptions.ts"
import { entriesOf, queryOf } from "./transport/Pagination.ts"
import type { ListFilter } from "./transport/Pagination.ts"
import type { Transport } from "./transport/Transport.ts"

export interface ConnectTypes {
  readonly create: object
  readonly link: object
  readonly session: object
}

export interface ConnectSessionFilter extends ListFilter {
  readonly status?: ReadonlyArray<"OPEN" | "COMPLETED" | "ABANDONED" | "EXPIRED"> | undefined
}

export class ConnectSessions<Types extends ConnectTypes> {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  /**
   * Creates a session and returns its link, which you send only to the person. If the response is lost, the client does
   * not retry, because it could create a second session. Create a new one yourself.
   */
  create(request: Types["create"], { signal }: CallOptions = {}): Promise<Types["link"]> {
    const once = { method: "POST", idempotencyKey: false, isRepeatable: false } as const
    return this.#transport.body({ ...once, path: "/connect-sessions", body: request, signal })
  }

  /** Yields the sessions, newest first by default. */
  list(filter: ConnectSessionFilter = {}): AsyncGenerator<Types["session"], void, void> {
    return entriesOf(this.#transport, "/connect-sessions", queryOf(filter), filter)
  }

  get(connectSessionId: string, { signal }: CallOptions = {}): Promise<Types["session"]> {
    return this.#transport.body({ path: pathOf(connectSessionId), signal })
  }

  /**
   * Confirms that the person who finished the session is the user who is logged in. For a session with a user, call
   * this on `asUser(token)`, with the token of the user who is logged in to your site in that browser.
   */
  confirm(
    connectSessionId: string,
    code: string,
    { codeVerifier, idempotencyKey, signal }: PostOptions & { readonly codeVerifier?: string } = {}
  ): Promise<Types["session"]> {
    const path = `${pathOf(connectSessionId)}/confirmation`
    return this.#transport.body({
      method: "POST",
      path,
      body: { code, ...(codeVerifier && { codeVerifier }) },
      idempotencyKey,
      signal
    })
  }
}

const pathOf = (connectSessionId: string): string => `/connect-sessions/${encodeURIComponent(connectSessionId)}`
