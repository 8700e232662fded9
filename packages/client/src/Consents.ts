/** Consents to read bank accounts. */
import type { CallOptions, PostOptions } from "./transport/ClientOptions.ts"
import { lastStatus } from "./polling/StatusPolling.ts"
import type { StatusWaitOptions, PolledStatus } from "./polling/StatusPolling.ts"
import { ConsentStatusHandle } from "./polling/Handles.ts"
import { entriesOf, queryOf } from "./transport/Pagination.ts"
import type { ListFilter } from "./transport/Pagination.ts"
import type { Transport } from "./transport/Transport.ts"

export interface ConsentFilter<Value extends string> extends ListFilter {
  /** If true, lists only each company's newest consent. */
  readonly latest?: boolean | undefined
  readonly status?: ReadonlyArray<Value> | undefined
  readonly company?: string | undefined
}

export class ConsentHandle<Consent, Status extends PolledStatus> extends ConsentStatusHandle<Status> {
  constructor(transport: Transport, id: string) {
    super(transport, "/consents", id)
  }

  get({ signal }: CallOptions = {}): Promise<Consent> {
    return this.send("", { signal })
  }

  /**
   * Waits until the person has decided, and returns the status object. Check its `status` to see whether the consent is
   * authorized.
   */
  decided(options: StatusWaitOptions<Status> = {}): Promise<Status> {
    return lastStatus({ clock: this.clock, updates: (signal) => this.seen({ signal }) }, options)
  }
}

export class Consents<
  Request,
  Consent extends { readonly consentId: string },
  Status extends PolledStatus,
  Value extends string,
  Details = Consent
> {
  protected readonly transport: Transport

  constructor(transport: Transport) {
    this.transport = transport
  }

  /** Creates a consent for the token's user. */
  async create(request: Request, options: PostOptions = {}): Promise<ConsentHandle<Details, Status>> {
    const { consentId } = await this.transport.body<Consent>({
      method: "POST",
      path: "/consents",
      body: request,
      ...options
    })
    return this.at(consentId)
  }

  /** Returns a handle for an existing consent. Sends no request. */
  at(consentId: string): ConsentHandle<Details, Status> {
    return new ConsentHandle(this.transport, consentId)
  }

  /** Yields the client's consents (or, on a client from `asUser`, the user's), newest first by default. */
  list(filter: ConsentFilter<Value> = {}): AsyncGenerator<Status, void, void> {
    return entriesOf(this.transport, "/consents", queryOf(filter), filter)
  }

  listOf(userId: string, filter: Omit<ConsentFilter<Value>, "userId"> = {}): AsyncGenerator<Status, void, void> {
    return entriesOf(this.transport, `/users/${encodeURIComponent(userId)}/consents`, queryOf(filter), filter)
  }
}
