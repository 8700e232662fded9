/** The collections and consents of a Connect session, in the page. */
import type { CallOptions, PostOptions } from "../ClientOptions.ts"
import { follow, statusesOf } from "../Follow.ts"
import type { Transport } from "../Transport.ts"
import type { CollectionStatus, ConsentStatus, SupplementInfo } from "./Contract.ts"

/** One collection of the session. */
export class ConnectCollection {
  readonly id: string
  readonly #path: string
  readonly #transport: Transport

  constructor(transport: Transport, id: string) {
    this.id = id
    this.#path = `/connect/collections/${encodeURIComponent(id)}`
    this.#transport = transport
  }

  status({ signal }: CallOptions = {}): Promise<CollectionStatus> {
    return this.#transport.body({ path: `${this.#path}/status`, signal })
  }

  /** Yields the current status and each change, until the collection ends. */
  updates(options: CallOptions = {}): AsyncGenerator<CollectionStatus, void, void> {
    return statusesOf(follow<CollectionStatus>(this.#transport, `${this.#path}/status`, options))
  }

  /** Answers the open question, and returns the next status. */
  answer(input: SupplementInfo, { idempotencyKey, signal }: PostOptions = {}): Promise<CollectionStatus> {
    const path = `${this.#path}/supplement-info`
    return this.#transport.body({ method: "POST", path, body: input, idempotencyKey, signal })
  }

  /** Erases the data. Rejects with COLLECTION_NOT_ENDED while the collection runs. */
  erase({ signal }: CallOptions = {}): Promise<void> {
    return this.#transport.body({ method: "DELETE", path: this.#path, signal })
  }
}

/** One consent of the session. */
export class ConnectConsent {
  readonly id: string
  readonly #path: string
  readonly #transport: Transport

  constructor(transport: Transport, id: string) {
    this.id = id
    this.#path = `/connect/consents/${encodeURIComponent(id)}`
    this.#transport = transport
  }

  status({ signal }: CallOptions = {}): Promise<ConsentStatus> {
    return this.#transport.body({ path: `${this.#path}/status`, signal })
  }

  /** Yields the current status and each change, until the person or the bank decides. */
  updates(options: CallOptions = {}): AsyncGenerator<ConsentStatus, void, void> {
    return statusesOf(follow<ConsentStatus>(this.#transport, `${this.#path}/status`, options))
  }

  /** Confirms the consent with the `code` that the bank's return added to the page's address. */
  confirm(code: string, { idempotencyKey, signal }: PostOptions = {}): Promise<ConsentStatus> {
    const path = `${this.#path}/confirmation`
    return this.#transport.body({ method: "POST", path, body: { code }, idempotencyKey, signal })
  }

  revoke({ signal }: CallOptions = {}): Promise<ConsentStatus> {
    return this.#transport.body({ method: "DELETE", path: this.#path, signal })
  }
}
