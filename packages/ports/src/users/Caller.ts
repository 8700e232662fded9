/** Callers: clients with an API key, and users with a token (decisions 8). */

import type { KeyLimits } from "./KeyLimits.ts"

/** A credential's environment. Credentials are valid in only one environment. */
export type Environment = "test" | "production"

/** A client, authenticated by one of its API keys or by a user's token. */
export interface Caller {
  readonly clientId: string
  readonly environment: Environment
  /** The token's user. A caller with a user can see only that user's objects. */
  readonly userId?: string
  /** True if Sheaf rejects requests without mutual TLS (decisions 15). */
  readonly requiresMutualTls?: boolean
  /** The identifying part of the caller's API key. Absent for a token, and for the demo key. */
  readonly keyId?: string
  /** The limits of the caller's API key, if any. */
  readonly keyLimits?: KeyLimits
}

export interface UserCaller extends Caller {
  readonly userId: string
}

/** Returns true if the caller can see an object that belongs to this client and, if set, this user. */
export const owns = (
  { clientId, userId }: Caller,
  of: { readonly clientId: string; readonly userId?: string | undefined }
): boolean => of.clientId === clientId && (userId === undefined || of.userId === userId)
