/** Callers: the client of an API key, and the user of a token (decisions 8). */

/** The environment of a credential. Credentials are valid in one environment only. */
export type Environment = "test" | "production"

/** A client, authenticated by one of its keys or by a token of one of its users. */
export interface Caller {
  readonly clientId: string
  readonly environment: Environment
  /** The user of the token. A caller with a user sees only the objects of that user. */
  readonly userId?: string
  /** Requests without mutual TLS are rejected (decisions 15). */
  readonly requiresMutualTls?: boolean
}

export interface UserCaller extends Caller {
  readonly userId: string
}

/** Returns whether the caller can see an object of this client and optional user. */
export const owns = (
  { clientId, userId }: Caller,
  of: { readonly clientId: string; readonly userId?: string | undefined }
): boolean => of.clientId === clientId && (userId === undefined || of.userId === userId)
