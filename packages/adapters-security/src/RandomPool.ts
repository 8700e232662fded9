/**
 * Serves secure random bytes from a pool, because the operating system takes as long for 16 bytes as for a few
 * thousand.
 */
import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { randomFillSync } from "node:crypto"

/** The pool size in bytes. Requests of more than `largeSize` bytes do not use the pool. */
const poolSize = 8 * 1024
const largeSize = 256

const make = () => {
  const pool = new Uint8Array(poolSize)
  let used = poolSize
  return (size: number): Uint8Array => {
    if (size > largeSize) return randomFillSync(new Uint8Array(size))
    if (used + size > poolSize) {
      randomFillSync(pool)
      used = 0
    }
    const bytes = pool.slice(used, used + size)
    // Erases the returned bytes from the pool, because they may be secrets.
    pool.fill(0, used, used + size)
    used += size
    return bytes
  }
}

export const layer = Layer.sync(SecureRandom.SecureRandom, () => SecureRandom.make(make()))
