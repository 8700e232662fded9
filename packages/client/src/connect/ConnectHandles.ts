/** The collections, consents and monitors that a Connect page can use. */
import { CollectionHandle, ConsentStatusHandle } from "../polling/Handles.ts"
import type { CallOptions } from "../transport/ClientOptions.ts"
import type { Transport } from "../transport/Transport.ts"
import type {
  CollectionStatus,
  ConnectLocale,
  ConnectReceipt,
  ConsentStatus,
  Monitor,
  SupplementInfo
} from "./Contract.ts"

interface ReceiptOptions extends CallOptions {
  /** The language of the texts. Default: the session's. */
  readonly language?: ConnectLocale | undefined
}

export class ConnectCollection extends CollectionHandle<CollectionStatus, SupplementInfo> {
  constructor(transport: Transport, id: string) {
    super(transport, "/connect/collections", id)
  }

  /** Returns a signed receipt for what the person permitted with this collection. Contains no collected values. */
  receipt({ language, signal }: ReceiptOptions = {}): Promise<ConnectReceipt> {
    return this.send("/receipt", { query: { language }, signal })
  }
}

export class ConnectConsent extends ConsentStatusHandle<ConsentStatus> {
  constructor(transport: Transport, id: string) {
    super(transport, "/connect/consents", id)
  }

  /** Returns a signed receipt for the consent, without collected values. */
  receipt({ language, signal }: ReceiptOptions = {}): Promise<ConnectReceipt> {
    return this.send("/receipt", { query: { language }, signal })
  }
}

export class ConnectMonitorHandle {
  readonly #path: string
  readonly #transport: Transport

  constructor(transport: Transport, monitorId: string) {
    this.#path = `/connect/monitors/${encodeURIComponent(monitorId)}`
    this.#transport = transport
  }

  /** Pauses or resumes the monitor. The client cannot end a pause that the person has begun. */
  pause(paused: boolean, { signal }: CallOptions = {}): Promise<Monitor> {
    return this.#transport.body({ method: "PATCH", path: this.#path, body: { paused }, signal })
  }

  /** Erases the username and password that the monitor uses. The monitor then waits for the person. */
  eraseCredentials({ signal }: CallOptions = {}): Promise<Monitor> {
    return this.#transport.body({ method: "DELETE", path: `${this.#path}/credentials`, signal })
  }

  end({ signal }: CallOptions = {}): Promise<Monitor> {
    return this.#transport.body({ method: "DELETE", path: this.#path, signal })
  }

  /** Returns a signed receipt for the monitor, without collected values. */
  receipt({ language, signal }: ReceiptOptions = {}): Promise<ConnectReceipt> {
    return this.#transport.body({ path: `${this.#path}/receipt`, query: { language }, signal })
  }
}
