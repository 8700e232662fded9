/** Secure random bytes from a pool, because the operating system takes as long for 16 bytes as for a few thousand. */
import { Layer } from "effect"
import { SecureRandom } from "effect/crypto"
import { randomFillSync } from "node:crypto"

/** The size of the pool, and the size from which requests bypass the pool, in bytes. */
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
    // Bytes that the pool has already returned cannot be read from it again.
    pool.fill(0, used, used + size)
    used += size
    return bytes
  }
}

/** Provides secure random numbers. */
export const layer = Layer.sync(SecureRandom.SecureRandom, () => SecureRandom.make(make()))
