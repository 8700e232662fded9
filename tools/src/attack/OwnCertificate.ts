/** A certificate for a client of the attacker, from the command line. */
import assert from "node:assert/strict"
import { mkdirSync, readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import type { Target } from "./Stage.ts"

/** A certificate, and the files of its key pair. */
export interface Certified {
  readonly certificate: string
  readonly privateKey: Buffer
  readonly csr: string
}

/** Creates a key pair and signs it for the client. */
export const certify = async ({ folder, sheaf }: Target, clientId: string): Promise<Certified> => {
  const out = join(folder, "certificates")
  mkdirSync(out, { mode: 0o700 })
  const requested = await sheaf("certs", "request", "--client", clientId, "--out", out)
  assert.equal(requested.code, 0, requested.err)
  const fileWith = (ending: string) =>
    join(out, readdirSync(out).find((name) => name.includes("test") && name.endsWith(ending)) ?? "")
  const csr = fileWith(".csr")
  const signed = await sheaf("certs", "sign", "--csr", csr, "--client", clientId, "--environment", "test")
  assert.equal(signed.code, 0, signed.err)
  return { certificate: signed.out, privateKey: readFileSync(fileWith(".key")), csr }
}
