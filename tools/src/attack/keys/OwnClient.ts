/** Another client of the attacker, with an API key from the command line. */
import assert from "node:assert/strict"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Target } from "../stage/Target.ts"

export interface OwnClient {
  readonly clientId: string
  readonly key: string
}

/** Creates a client and its key. `limits` are the options that limit the key. */
export const make = async ({ sheaf }: Target, ...limits: ReadonlyArray<string>): Promise<OwnClient> => {
  const made = await sheaf("clients", "create", "--name", "Mallory")
  const issued = await sheaf("keys", "create", "--client", made.out, ...limits)
  assert.deepEqual([made.code, issued.code], [0, 0], made.err + issued.err)
  return { clientId: made.out, key: issued.out }
}

/** A certificate, and the files of its key pair. */
export interface Certified {
  readonly certificate: string
  readonly privateKey: Buffer
  readonly csr: string
}

/** Creates a key pair in the folder and signs it for the client. */
export const certify = async ({ sheaf }: Target, clientId: string, folder: string): Promise<Certified> => {
  const requested = await sheaf("certs", "request", "--client", clientId, "--out", folder)
  assert.equal(requested.code, 0, requested.err)
  const fileWith = (ending: string) =>
    join(folder, readdirSync(folder).find((name) => name.includes("test") && name.endsWith(ending)) ?? "")
  const csr = fileWith(".csr")
  const signed = await sheaf("certs", "sign", "--csr", csr, "--client", clientId, "--environment", "test")
  assert.equal(signed.code, 0, signed.err)
  return { certificate: signed.out, privateKey: readFileSync(fileWith(".key")), csr }
}
