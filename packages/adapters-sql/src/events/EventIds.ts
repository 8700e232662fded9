/** Event ids are version 7 UUIDs. They contain the time of the change, so they sort by time. */
import { randomUUID } from "node:crypto"

/** Returns the first twelve digits of a version 7 UUID, including the first two hyphens. */
const timeOf = (at: number): string => {
  const digits = Math.max(0, Math.floor(at)).toString(16).padStart(12, "0")
  return `${digits.slice(0, 8)}-${digits.slice(8)}`
}

/** `at` is in milliseconds since 1970. */
export const make = (at: number): string => {
  const random = randomUUID()
  return `${timeOf(at)}-7${random.slice(15)}`
}

export const minIdAt = (at: number): string => `${timeOf(at)}-7000-8000-000000000000`
