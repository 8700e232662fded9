/** Another client of the attacker, with an API key from the command line. */
import assert from "node:assert/strict"
import type { Target } from "../stage/Target.ts"

export interface OwnClient {
  readonly clientId: string
  readonly key: string
}

export const make = async ({ sheaf }: Target): Promise<OwnClient> => {
  const made = await sheaf("clients", "create", "--name", "Mallory")
  const issued = await sheaf("keys", "create", "--client", made.out)
  assert.deepEqual([made.code, issued.code], [0, 0], made.err + issued.err)
  return { clientId: made.out, key: issued.out }
}
