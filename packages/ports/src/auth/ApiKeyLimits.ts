/** The limits of an API key: its expiry, its scopes and its source networks (spec 5). */
import type { ApiKeyScope } from "@sheaf/domain/ApiKeyScope"

export interface ApiKeyLimits {
  /** When the key expires, in milliseconds since 1970. If absent, it never expires. */
  readonly expiresAt?: number
  /** The operations that the key allows. If absent, all operations. */
  readonly scopes?: ReadonlyArray<ApiKeyScope>
  /** The IP addresses and networks from which the key can be used. If absent, it can be used from anywhere. */
  readonly networks?: ReadonlyArray<string>
}

export const hasExpired = ({ expiresAt }: ApiKeyLimits, now: number): boolean =>
  expiresAt !== undefined && now >= expiresAt
