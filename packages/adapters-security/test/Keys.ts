/** Test keys. Each one repeats a single byte 32 times. */
import { Redacted } from "effect"
import type { KeyRing } from "../src/index.ts"

export const pepper = Redacted.make(new Uint8Array(32).fill(9))

export const key = (id: string, byte: number): KeyRing.SealingKey => ({
  id,
  bytes: Redacted.make(new Uint8Array(32).fill(byte))
})

export const ring = (current: KeyRing.SealingKey, ...others: ReadonlyArray<KeyRing.SealingKey>): KeyRing.KeyRing => ({
  current,
  all: [current, ...others]
})
