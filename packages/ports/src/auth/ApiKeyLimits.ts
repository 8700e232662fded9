/** The limits of an API key: its expiry, its scopes and its source networks (spec 5). */
import type { ApiKeyScope } from "@sheaf/domain/ApiKeyScope"

export interface ApiKeyLimits {
  /** The time at which the key expires, in milliseconds since 1970. Absent if the key never expires. */
  readonly expiresAt?: number
  /** The groups of operations to which the key is limited. Absent if the key allows all operations. */
  readonly scopes?: ReadonlyArray<ApiKeyScope>
  /** The IP addresses and networks from which the key is accepted. Absent if every address is accepted. */
  readonly networks?: ReadonlyArray<string>
}

/** Returns true if the key has expired. */
export const hasExpired = ({ expiresAt }: ApiKeyLimits, now: number): boolean =>
  expiresAt !== undefined && now >= expiresAt
