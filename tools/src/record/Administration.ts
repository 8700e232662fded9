/** Runs `sheaf` commands on the data folder that is being recorded, while the service runs. */
import { sheaf as program } from "@sheaf/app-api/testing"
import { execFile } from "node:child_process"
import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { promisify } from "node:util"

const run = promisify(execFile)

/** Runs a command that must succeed, and returns what it prints. */
export const sheaf = async (dataDir: string, ...words: ReadonlyArray<string>): Promise<string> => {
  const env = { PATH: process.env["PATH"], SHEAF_DATA_DIR: dataDir }
  const [tool, ...all] = program(...words)
  const { stdout } = await run(tool, all, { env })
  return stdout.trim()
}

/** Creates a certificate request in `folder` and signs it for a client. Returns the certificate in PEM. */
export const certify = async (dataDir: string, clientId: string, folder: string): Promise<string> => {
  await sheaf(dataDir, "certs", "request", "--client", clientId, "--out", folder)
  const request = readdirSync(folder).find((name) => name.includes("test") && name.endsWith(".csr"))
  if (request === undefined) throw new Error(`no request among ${readdirSync(folder).join(", ")}`)
  const csr = join(folder, request)
  if (!readFileSync(csr, "utf8").includes("CERTIFICATE REQUEST")) throw new Error(`${csr} holds no request`)
  return sheaf(dataDir, "certs", "sign", "--csr", csr, "--client", clientId, "--environment", "test")
}
