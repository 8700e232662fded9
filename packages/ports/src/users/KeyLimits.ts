/** The limits of an API key: its expiry, its scopes and its source networks (decisions 8). */
import type { KeyScope } from "@sheaf/domain/KeyScope"

export interface KeyLimits {
  /** The time from which the key is rejected, in milliseconds since 1970. Without it, the key never expires. */
  readonly expiresAt?: number
  /** The groups of operations that the key is limited to. Without them, the key allows all operations. */
  readonly scopes?: ReadonlyArray<KeyScope>
  /** The IP addresses and networks from which the key is accepted. Without them, every address is accepted. */
  readonly networks?: ReadonlyArray<string>
}

/** Returns true if the key has expired. */
export const hasExpired = ({ expiresAt }: KeyLimits, now: number): boolean =>
  expiresAt !== undefined && now >= expiresAt
