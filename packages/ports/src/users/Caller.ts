/** Who calls: the client behind an API key, and the user behind a token (decisions 8). */

/** The environment that a credential belongs to; one never enters the other. */
export type Environment = "test" | "production"

/** A company that integrates the service, as authenticated by one of its keys, or by a token of one of its users. */
export interface Caller {
  readonly clientId: string
  readonly environment: Environment
  /** The user in whose name a token speaks. Who calls in a user's name sees what is that user's, and nothing else. */
  readonly userId?: string
  /** It has to call over mutual TLS (decisions 15). Absent: it may choose. */
  readonly requiresMutualTls?: boolean
}

/** A user, as authenticated by a token. */
export interface UserCaller extends Caller {
  readonly userId: string
}

/** Whether something of this client, and of this user where it is of one, is the caller's to see. */
export const owns = (
  { clientId, userId }: Caller,
  of: { readonly clientId: string; readonly userId?: string | undefined }
): boolean => of.clientId === clientId && (userId === undefined || of.userId === userId)
