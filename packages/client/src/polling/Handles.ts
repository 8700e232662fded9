/**
 * Follows a status, answers questions and ends consents. The clients of all API versions and the Connect page share
 * this code.
 */
import type { CallOptions, PostOptions } from "../transport/ClientOptions.ts"
import type { Clock } from "../transport/Clock.ts"
import { follow, statusesOf } from "./StatusPolling.ts"
import type { PolledStatus, StatusUpdate } from "./StatusPolling.ts"
import type { ApiCall, Transport } from "../transport/Transport.ts"

export class StatusHandle<Status extends PolledStatus> {
  readonly id: string
  readonly #path: string
  readonly #transport: Transport

  constructor(transport: Transport, list: string, id: string) {
    this.id = id
    this.#path = `${list}/${encodeURIComponent(id)}`
    this.#transport = transport
  }

  protected get clock(): Clock {
    return this.#transport.clock
  }

  protected send<A>(path: string, call: Omit<ApiCall, "path">): Promise<A> {
    return this.#transport.body({ ...call, path: this.#path + path })
  }

  protected seen(options: CallOptions): AsyncGenerator<StatusUpdate<Status>, void, void> {
    return follow<Status>(this.#transport, `${this.#path}/status`, options)
  }

  status({ signal }: CallOptions = {}): Promise<Status> {
    return this.send("/status", { signal })
  }

  /**
   * Yields the current status and then each change. Ends with the first status that has no `pollingInterval`: a final
   * status or, for a consent, AUTHORIZED.
   */
  updates(options: CallOptions = {}): AsyncGenerator<Status, void, void> {
    return statusesOf(this.seen(options))
  }
}

export class CollectionHandle<Status extends PolledStatus, Input extends object> extends StatusHandle<Status> {
  answer(input: Input, { idempotencyKey, signal }: PostOptions = {}): Promise<Status> {
    return this.send("/supplement-info", { method: "POST", body: input, idempotencyKey, signal })
  }

  /** Erases the data. Rejects with COLLECTION_NOT_ENDED while the collection runs. */
  erase({ signal }: CallOptions = {}): Promise<void> {
    return this.send("", { method: "DELETE", signal })
  }
}

type BankAnswer =
  | { readonly type: "TWO_FACTOR_CODE"; readonly value: string }
  | { readonly type: "TWO_FACTOR_CHOICE"; readonly methodId: string }

export class ConsentStatusHandle<Status extends PolledStatus> extends StatusHandle<Status> {
  /** Answers the bank's question in `authInstructions`, and returns the next status. */
  answer(answer: BankAnswer, { idempotencyKey, signal }: PostOptions = {}): Promise<Status> {
    return this.send("/supplement-info", { method: "POST", body: answer, idempotencyKey, signal })
  }

  /** Confirms, with the `code` from the bank's redirect, that the right person returned. */
  confirm(code: string, { idempotencyKey, signal }: PostOptions = {}): Promise<Status> {
    return this.send("/confirmation", { method: "POST", body: { code }, idempotencyKey, signal })
  }

  revoke({ signal }: CallOptions = {}): Promise<Status> {
    return this.send("", { method: "DELETE", signal })
  }
}
