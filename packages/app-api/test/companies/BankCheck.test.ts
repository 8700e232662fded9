/**
 * Tests `sheaf bank check` against `sheaf bank sandbox` over mutual TLS, while the test acts as the person in the
 * browser (docs/banks.md).
 */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import * as ListeningProcess from "../../src/testing/ListeningProcess.ts"
import * as CommandLine from "../CommandLine.ts"
import * as BankPage from "../consents/BankPage.ts"
import * as Tools from "../Tools.ts"

const place = Tools.workspaceForAll()
const { folder } = place
const certificates = join(folder, "certificates")
const pairOf = (name: string) => ({
  certFile: join(certificates, `${name}.pem`),
  keyFile: join(certificates, `${name}.key`)
})

let bank: ListeningProcess.ListeningProcess | undefined
let entry: object = {}
let address = ""

beforeAll(async () => {
  await CommandLine.run(place, ["bank", "certificates", "--out", certificates])
  const listener = ["--port", "0", "--certificates", certificates]
  const [started, [, listening = ""]] = await ListeningProcess.start({
    program: ListeningProcess.sheafProgram("bank", "sandbox", ...listener, "--tokens-from-start", "--confirmation"),
    env: { SHEAF_DATA_DIR: join(folder, "bank") },
    listening: /listening on (https:\/\/\S+)\.\n/
  })
  bank = started
  address = listening
  entry = {
    company: "se-provbanken",
    companyDisplayName: "Provbanken",
    market: "se",
    url: address,
    profile: "nextgenpsd2-1.3",
    approach: "REDIRECT",
    allowPrivateAddresses: true,
    caFile: join(certificates, "ca.pem"),
    qwac: pairOf("qwac"),
    seal: pairOf("seal")
  }
})

afterAll(() => bank?.kill())

const page = /https:\/\/\S+\/\S+/

/**
 * Runs the check and presses the button `decision` on the page whose URL the check prints. If the check asks for the
 * browser's final URL, this function enters it. With the decision `ignore`, it presses no button and enters no URL.
 */
const check = async (more: object = {}, decision = "approve", ...flags: ReadonlyArray<string>) => {
  const configFile = join(folder, "config.json")
  writeFileSync(configFile, JSON.stringify({ banks: [{ ...entry, ...more }] }))
  const pressed: Array<Promise<string>> = []
  const trust = { ca: readFileSync(join(certificates, "ca.pem")) }
  const { code, err, out } = await CommandLine.run(
    place,
    ["bank", "check", "--company", "se-provbanken", ...flags],
    { SHEAF_CONFIG: configFile },
    (said) => {
      const [address] = page.exec(said) ?? []
      if (address === undefined || pressed.length > 0 || decision === "ignore") return
      pressed.push(BankPage.open(address, trust).then((opened) => BankPage.decide(opened, decision, trust)))
    },
    () => pressed[0] ?? new Promise(() => {})
  )
  await Promise.all(pressed)
  const failed = out.split("\n").filter((line) => line.startsWith("FAILED"))
  const steps = out.split("\n").flatMap((line) => /^OK +(\w+)/.exec(line)?.[1] ?? [])
  return { code, err, out, failed, steps }
}

const all = ["connection", "certificate", "consent", "authorization", "status", "accounts", "revocation"]

describe("sheaf bank check", () => {
  it("walks through the whole protocol once the person approves", async () => {
    const { code, out, steps } = await check()
    assert.deepStrictEqual(steps, all, out)
    assert.include(out, "OK       revocation    The consent is terminatedByTpp after its deletion.")
    assert.include(out, "Sheaf can use this bank.")
    assert.strictEqual(code, 0)
  })

  it("walks through OAuth, once the person enters the final address in the browser", async () => {
    const issuer = `${address}/se-klarvik`
    const oauth = { approach: "OAUTH", url: `${issuer}/`, oauth: { issuer, clientId: "PSDSE-FINA-000000" } }
    const { code, out, steps } = await check(oauth)
    assert.deepStrictEqual(steps, all, out)
    assert.notInclude(out, "DEVIATES")
    assert.strictEqual(code, 0)
    const refused = await check(oauth, "refuse")
    assert.include(refused.failed[0], "The authorization server returned no code.")
    const ignored = await check(oauth, "ignore", "--wait-seconds", "1")
    assert.include(ignored.failed[0], "Nobody entered the final address in time.")
  })

  it("walks through the bank's app, for a person whose id is given", async () => {
    const { code, out, steps } = await check({ approach: "DECOUPLED" }, "approve", "--psu-id", "199001012385")
    assert.deepStrictEqual(steps, all, out)
    assert.include(out, "Authorize the consent in the bank's app.")
    assert.strictEqual(code, 0)
    assert.include((await check({ approach: "DECOUPLED" })).err, "--psu-id: a bank with the approach DECOUPLED")
  })

  it("prints a report without addresses, identifiers or secrets", async () => {
    const profile = join(folder, "profile.json")
    const authentication = {
      clientId: "client-of-ours",
      tokenUrl: new URL("oauth/token", `${address}/`).href,
      tokenParameters: { app: "hemligt" },
      parameters: { app: "hemligt" }
    }
    writeFileSync(profile, JSON.stringify({ headers: { "X-Key": "hemligt" }, authentication }))
    const { out } = await check({ profile }, "approve", "--report")
    const report = JSON.parse(out.slice(out.indexOf("{\n"), out.lastIndexOf("}") + 1))
    assert.include(report, { report: "sheaf bank check", works: true })
    assert.includeMembers(
      report.findings.map(({ step }: { readonly step: string }) => step),
      all
    )
    assert.include(report.profile, { protocol: "nextgenpsd2", pathPrefix: "v1" })
    assert.deepInclude(report.profile.authentication, { tokenParameters: ["app"], parameters: ["app"] })
    for (const hidden of [address, new URL(address).host, "Provbanken", "PSDSE", folder, "hemligt", "client-of-ours"]) {
      assert.notInclude(JSON.stringify(report), hidden)
    }
  })

  it("names the setting that lacks a seal", async () => {
    const { failed, steps } = await check({ seal: undefined })
    assert.deepStrictEqual(steps, ["connection"])
    assert.include(failed[0], "certificate   (your configuration) the bank responded with 401 SIGNATURE_MISSING.")
    assert.include(failed[0], "Check `seal`.")
  })

  it("checks a client's own certificates, if the client is named", async () => {
    const own = { seal: undefined, clients: { acme: { qwac: pairOf("qwac"), seal: pairOf("seal") } } }
    const { out, steps } = await check(own, "approve", "--client", "acme")
    assert.deepStrictEqual(steps, all, out)
    assert.deepStrictEqual((await check(own)).steps, ["connection"])
    const { err } = await check(own, "approve", "--client", "another")
    assert.include(err, "sheaf: --client: the entry has no certificates of client another")
  })

  it("names the settings of a connection that cannot be established", async () => {
    const { failed, steps } = await check({ caFile: undefined })
    assert.lengthOf(steps, 0)
    assert.include(failed[0], "connection    (your configuration or the bank)")
    assert.include(failed[0], "Check `url` and `caFile`.")
  })

  it("needs a bank that the configuration names", async () => {
    const { code, err } = await check({ company: "se-another" })
    assert.include(err, "sheaf: --company: the configuration has no bank se-provbanken")
    assert.strictEqual(code, 1)
  })
})
