/** The sandbox's banks in a process of their own. */
import { mkdtempSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll } from "vitest"
import { ListeningProcess } from "../../src/testing/index.ts"
import { TestService } from "../TestService.ts"
import * as Tools from "../Tools.ts"
import * as OAuthVisit from "./OAuthVisit.ts"

/** Starts the banks with these flags, and their data in the folder. Returns their process and address. */
export const start = async (dataDir: string, ...flags: ReadonlyArray<string>) => {
  const [process, [, address = ""]] = await ListeningProcess.start({
    program: ListeningProcess.sheafProgram("bank", "sandbox", "--port", "0", ...flags),
    env: { SHEAF_DATA_DIR: dataDir },
    listening: /listening on (http:\/\/\S+)\.\n/
  })
  return { process, address }
}

/** Starts the banks, and a service with a bank that redirects (`se-provbanken`) and one with OAuth (`se-klarvik`). */
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
    const banks = [provbanken, OAuthVisit.bankConfig(address)]
    held.service = new TestService({ folder: mkdtempSync(join(folder, "service-")), config: { banks } })
    await held.service.start()
  }, 60_000)
  afterAll(async () => {
    await held.service?.end()
    await held.bank?.kill()
  })
  return { bankDir, service: () => held.service ?? assert.fail("no service runs") }
}
