/** Callers: clients with an API key, and users with a token (spec 5). */

import type { ApiKeyLimits } from "./ApiKeyLimits.ts"

/** The environment that a credential belongs to. The other environment rejects it. */
export type Environment = "test" | "production"

export interface Caller {
  readonly clientId: string
  readonly environment: Environment
  /** The token's user. If there is one, the caller sees only that user's objects. */
  readonly userId?: string
  /**
   * The Connect session of the page that sent the request. Such a caller sees only what the session started (spec 13).
   */
  readonly connectSessionId?: string
  /** True if Sheaf rejects requests without mutual TLS (spec 5.3). */
  readonly requiresMutualTls?: boolean
  /** The public id of the API key: the part of the key before the secret. Absent for tokens and for the demo key. */
  readonly keyId?: string
  readonly keyLimits?: ApiKeyLimits
}

export interface UserCaller extends Caller {
  readonly userId: string
}

export interface ObjectOwners {
  readonly clientId: string
  readonly userId?: string | undefined
  readonly connectSessionId?: string | undefined
}

export const owns = ({ clientId, connectSessionId, userId }: Caller, of: ObjectOwners): boolean =>
  of.clientId === clientId &&
  (userId === undefined || of.userId === userId) &&
  (connectSessionId === undefined || of.connectSessionId === connectSessionId)
