/** Secure random bytes from a pool. The operating system takes as long for 16 bytes as for a few thousand. */
import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { randomFillSync } from "node:crypto"

/** The size of the pool, in bytes, which is also the maximum for one request. */
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
    // Erases the returned bytes from the pool, so that nobody can read them there later.
    pool.fill(0, used, used + size)
    used += size
    return bytes
  }
}

/** Provides secure random numbers. */
export const layer = Layer.sync(SecureRandom.SecureRandom, () => SecureRandom.make(make()))
