/** The Connect page's API calls, from the browser that opened the session. */
import type { CallOptions, ClientOptions, PostOptions } from "../transport/ClientOptions.ts"
import { Transport } from "../transport/Transport.ts"
import { ConnectCollection, ConnectConsent, ConnectMonitorHandle } from "./ConnectHandles.ts"
import type {
  CollectionStatus,
  ConnectCompany,
  ConnectHandover,
  ConnectOutcome,
  ConnectPageSession,
  ConnectPermissions,
  ConnectSummary,
  Consent,
  CreateConnectConsentRequest,
  FinishedConnectSession,
  OpenConnectSessionRequest,
  OpenedConnectSession,
  PermitConnectMonitorRequest,
  StartConnectCollectionRequest
} from "./Contract.ts"

/** The calls work only on the service's own pages, because browsers send the session's cookie only from there. */
export type ConnectOptions = Pick<ClientOptions, "baseUrl" | "clock" | "fetch" | "retries" | "timeoutSeconds">

export interface OpenedPage extends Omit<OpenedConnectSession, "token"> {
  readonly page: ConnectPage
}

const idempotent = { method: "POST", idempotencyKey: false } as const

/**
 * Opens a session with the secret in the link's fragment. The same browser can resume the session later without the
 * secret. Rejects with CONNECT_SESSION_NOT_FOUND, CONNECT_SESSION_EXPIRED or CONNECT_SESSION_ELSEWHERE.
 */
export const openConnectPage = async (
  options: ConnectOptions,
  request: OpenConnectSessionRequest,
  { signal }: CallOptions = {}
): Promise<OpenedPage> => {
  const transport = new Transport(undefined, options)
  const { token, ...opened } = await transport.body<OpenedConnectSession>({
    ...idempotent,
    path: "/connect/open",
    body: request,
    signal
  })
  return { ...opened, page: new ConnectPage(new Transport(undefined, { ...options, token })) }
}

export class ConnectPage {
  readonly #transport: Transport

  constructor(transport: Transport) {
    this.#transport = transport
  }

  session({ signal }: CallOptions = {}): Promise<ConnectPageSession> {
    return this.#transport.body({ path: "/connect/session", signal })
  }

  companies({ signal }: CallOptions = {}): Promise<ReadonlyArray<ConnectCompany>> {
    return this.#transport.body({ path: "/connect/companies", signal })
  }

  async startCollection(
    request: StartConnectCollectionRequest,
    { idempotencyKey, signal }: PostOptions = {}
  ): Promise<ConnectCollection> {
    const call = { method: "POST", path: "/connect/collections", body: request, idempotencyKey, signal } as const
    return this.collection((await this.#transport.body<CollectionStatus>(call)).collectionId)
  }

  /** Returns a handle for a collection in the session. Sends no request. */
  collection(collectionId: string): ConnectCollection {
    return new ConnectCollection(this.#transport, collectionId)
  }

  async createConsent(
    request: CreateConnectConsentRequest,
    { idempotencyKey, signal }: PostOptions = {}
  ): Promise<ConnectConsent> {
    const call = { method: "POST", path: "/connect/consents", body: request, idempotencyKey, signal } as const
    return this.consent((await this.#transport.body<Consent>(call)).consentId)
  }

  /** Returns a handle for a consent in the session. Sends no request. */
  consent(consentId: string): ConnectConsent {
    return new ConnectConsent(this.#transport, consentId)
  }

  /** Agrees to the monitor that the session asks for. Returns the session. */
  permitMonitor(request: PermitConnectMonitorRequest, { signal }: CallOptions = {}): Promise<ConnectPageSession> {
    return this.#transport.body({ ...idempotent, path: "/connect/monitor", body: request, signal })
  }

  /** Returns a handle for a monitor on the page. Sends no request. */
  monitor(monitorId: string): ConnectMonitorHandle {
    return new ConnectMonitorHandle(this.#transport, monitorId)
  }

  summary({ signal }: CallOptions = {}): Promise<ConnectSummary> {
    return this.#transport.body({ path: "/connect/summary", signal })
  }

  /** Returns everything that the client can read or has read. */
  permissions({ signal }: CallOptions = {}): Promise<ConnectPermissions> {
    return this.#transport.body({ path: "/connect/permissions", signal })
  }

  /** Downloads the stored data as JSON. Works only in sessions for PERMISSIONS. */
  export({ signal }: CallOptions = {}): Promise<Blob> {
    return this.#transport.body({ path: "/connect/export", as: "blob", signal })
  }

  /** Returns a short-lived secret that lets one window join this frame's session. */
  async handOver({ signal }: CallOptions = {}): Promise<string> {
    const call = { ...idempotent, path: "/connect/handover", body: {}, signal } as const
    return (await this.#transport.body<ConnectHandover>(call)).handover
  }

  /** Ends the session. `returnTo` is the client's URL, if the person can return there. */
  finish(outcome: ConnectOutcome, { signal }: CallOptions = {}): Promise<FinishedConnectSession> {
    return this.#transport.body({ ...idempotent, path: "/connect/finish", body: { outcome }, signal })
  }
}
