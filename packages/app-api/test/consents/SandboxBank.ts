/** Runs the sandbox's banks in a separate process. */
import { mkdtempSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll } from "vitest"
import { ListeningProcess } from "../../src/testing/index.ts"
import { TestService } from "../TestService.ts"
import * as Tools from "../Tools.ts"
import * as OAuthVisit from "./OAuthVisit.ts"

export const start = async (dataDir: string, ...flags: ReadonlyArray<string>) => {
  const [process, [, address = ""]] = await ListeningProcess.start({
    program: ListeningProcess.sheafProgram("bank", "sandbox", "--port", "0", ...flags),
    env: { SHEAF_DATA_DIR: dataDir },
    listening: /listening on (http:\/\/\S+)\.\n/
  })
  return { process, address }
}

/** The configuration of the bank where people log in before it creates a consent. `profile` is a file path. */
const loginBankConfig = (address: string, profile: string) => {
  const issuer = new URL("ee-rannapank", address).href
  return {
    company: "ee-rannapank",
    companyDisplayName: "Rannapank",
    market: "ee",
    url: `${issuer}/`,
    profile,
    oauth: { issuer, clientId: "PSDEE-FI-000000" },
    allowPrivateAddresses: true
  }
}

const loginProfile = { approaches: ["REDIRECT"], authentication: { before: "CONSENT", personScope: "psd2" } }

/**
 * Starts the banks, and a service with a bank that redirects (`se-provbanken`), one that only has an app (`se-appbanken`), one
 * with OAuth (`se-klarvik`) and one with a login before the consent (`ee-rannapank`).
 */
export const forAll = () => {
  const folder = Tools.folderForAll()
  const bankDir = join(folder, "bank")
  const held: { bank?: ListeningProcess.ListeningProcess; service?: TestService } = {}
  beforeAll(async () => {
    const { address, process } = await start(bankDir)
    held.bank = process
    const { oauth: _, ...redirecting } = OAuthVisit.bankConfig(address)
    const provbanken = {
      ...redirecting,
      company: "se-provbanken",
      companyDisplayName: "Provbanken",
      url: new URL("se-fjallbanken/", address).href,
      approach: "REDIRECT"
    }
    const appbanken = {
      ...provbanken,
      company: "se-appbanken",
      companyDisplayName: "Appbanken",
      approach: "DECOUPLED"
    }
    const profile = join(folder, "rannapank.json")
    writeFileSync(profile, JSON.stringify(loginProfile))
    const banks = [provbanken, appbanken, OAuthVisit.bankConfig(address), loginBankConfig(address, profile)]
    held.service = new TestService({ folder: mkdtempSync(join(folder, "service-")), config: { banks } })
    await held.service.start()
  })
  afterAll(async () => {
    await held.service?.end()
    await held.bank?.kill()
  })
  return { bankDir, service: () => held.service ?? assert.fail("no service runs") }
}
