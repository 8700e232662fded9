/** Who calls: the client behind an API key (decisions 8). */

/** The environment that a credential belongs to; one never enters the other. */
export type Environment = "test" | "production"

/** A company that integrates the service, as authenticated by one of its keys. */
export interface Caller {
  readonly clientId: string
  readonly environment: Environment
}
