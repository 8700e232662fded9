/**
 * Checks that a new market needs only a configuration file and no code (docs/go-live.md): each market's example, with
 * other hosts, passes `sheaf doctor`, starts in production mode, and lets a person log in at a company and at a bank.
 */
import { FakeBankId, FakeMobileId, FakeSmartId, personKeys, ScriptedResponses } from "@sheaf/adapters-http/testing"
import * as Market from "@sheaf/domain/Market"
import { hasEnded, TestClient, TestUser, waitFor } from "@sheaf/sandbox-site/testing"
import type { ConsentStatusObject } from "@sheaf/domain/ConsentStatusObject"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { Effect, Exit, Redacted, Scope } from "effect"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as ListeningProcess from "../../src/testing/ListeningProcess.ts"
import * as ServiceProcess from "../../src/testing/ServiceProcess.ts"
import * as CommandLine from "../CommandLine.ts"
import * as ConnectorServers from "../companies/ConnectorServers.ts"
import * as BankPage from "../consents/BankPage.ts"
import * as Tools from "../Tools.ts"
import { MarketFiles } from "./MarketFiles.ts"
import type { MarketConfig } from "./MarketFiles.ts"

const place = Tools.workspaceForAll()
const files = new MarketFiles(place)
const scope = Effect.runSync(Scope.make())
const people = Effect.runSync(personKeys)
const started = <A>(provider: Effect.Effect<A, never, Scope.Scope>) => Effect.runPromise(Scope.provide(provider, scope))

const personalNumber = "198112189876"
const bankIdDone = {
  status: "complete",
  completionData: {
    user: { personalNumber },
    device: { ipAddress: "81.2.69.160" },
    signature: "c2lnbmF0dXJl",
    ocspResponse: "b2NzcA=="
  }
}
const asRegistered = { relyingPartyName: "Your name", schemeName: "smart-id" }

const policy = {
  id: "policy",
  insurance: {
    insuranceType: "personInsurance",
    insuranceSubType: "travel",
    market: "se",
    insuranceCompany: "An insurer",
    insuranceNumber: "1"
  },
  documents: []
}

const reading = { type: "POLL", status: "COLLECTING", session: "s", afterMillis: 0 }
const collected = { insurance: [policy], wealth: [], missing: [] }
const steps: Readonly<Record<string, object>> = {
  begin: reading,
  resume: { type: "END", status: "COMPLETED", session: "s", collected }
}

const connector: ConnectorServers.ConnectorScript = ({ name }) =>
  ScriptedResponses.completeResponse(200, JSON.stringify(steps[name] ?? {}))

const startBanks = async () => {
  const [process, [, address = ""]] = await ListeningProcess.start({
    program: ListeningProcess.sheafProgram("bank", "sandbox", "--port", "0", "--certificates", files.etc),
    env: { SHEAF_DATA_DIR: join(place.folder, "banks") },
    listening: /listening on (https:\/\/\S+)\.\n/
  })
  return { process, address }
}

const begin = async () => {
  const { authority, bank } = await files.putAll()
  for (const name of ["smart-id-authorities", "mobile-id-authorities"]) files.put(`${name}.pem`, people.authority)
  files.put("ca.pem", authority)
  files.put("bank.pem", bank.certificate)
  files.put("bank.key", Redacted.value(bank.key))
  const read = (name: string) => readFileSync(join(files.etc, name), "utf8")
  const mutualTls = { cert: read("bankid.pem"), key: read("bankid.key"), ca: read("bankid-ca.pem"), requestCert: true }
  return {
    connector: await ConnectorServers.start({ company: connector }),
    banks: await startBanks(),
    bankId: await started(FakeBankId.serve({ ...mutualTls, rejectUnauthorized: true })),
    smartId: await started(FakeSmartId.make),
    mobileId: await started(FakeMobileId.make),
    trust: { ca: authority }
  }
}
let others: Awaited<ReturnType<typeof begin>>

beforeAll(async () => {
  others = await begin()
})

afterAll(async () => {
  await others.connector.close()
  await others.banks.process.kill()
  await Effect.runPromise(Scope.close(scope, Exit.void))
})

const withoutSlash = ({ url }: { readonly url: string }) => url.slice(0, -1)

/** Replaces only the hosts of an example. The new hosts are on this machine, so they need `allowPrivateAddresses`. */
const withHosts =
  (bankId: string) =>
  ({ banks = [], connectors = [], electronicId = [], ...config }: MarketConfig) => {
    const allowPrivateAddresses = true
    const schemes: Readonly<Record<string, string>> = {
      bankid: withoutSlash(others.bankId),
      "smart-id": withoutSlash(others.smartId),
      "mobile-id": withoutSlash(others.mobileId)
    }
    return {
      ...config,
      ...(electronicId.length > 0 && {
        electronicId: electronicId.map((entry) => ({ ...entry, url: schemes[entry.scheme], allowPrivateAddresses }))
      }),
      connectors: connectors.map((entry) => ({
        ...entry,
        url: others.connector.urlOf("company"),
        allowPrivateAddresses
      })),
      banks: banks.map(({ oauth, ...entry }) => {
        const issuer = `${others.banks.address}/${bankId}`
        return {
          ...entry,
          url: `${issuer}/`,
          caFile: join(files.etc, "ca.pem"),
          allowPrivateAddresses,
          ...(oauth && { oauth: { ...oauth, issuer } })
        }
      })
    }
  }

interface FirstLogin {
  readonly bank: string
  readonly login: Omit<StartCollection, "company">
  /** What the person does in the app. Absent if Sheaf places no order. */
  readonly authenticate?: () => void
}

const firstLogins: Readonly<Record<Market.Market, FirstLogin>> = {
  se: {
    bank: "se-fjallbanken",
    login: {
      loginMethod: "SWEDISH_MOBILE_EID_OTHER_DEVICE",
      parameters: [{ type: "SWEDISH_EID", personalNumber, endUserIp: "81.2.69.160" }]
    }
  },
  ee: {
    bank: "ee-tuulepank",
    login: {
      loginMethod: "SMART_ID",
      parameters: [{ type: "SMART_ID", personalCode: "40504040001", country: "EE" }]
    },
    authenticate: () => others.smartId.authenticate({ person: people.qualified, ...asRegistered })
  },
  lt: {
    bank: "lt-zuvedra",
    login: {
      loginMethod: "MOBILE_ID",
      parameters: [{ type: "MOBILE_ID", personalCode: "60001019906", phoneNumber: "37060000666" }]
    },
    authenticate: () => others.mobileId.authenticate({ person: people.rsaPhone })
  },
  lv: {
    bank: "lv-ozolbanka",
    login: {
      loginMethod: "SMART_ID",
      parameters: [{ type: "SMART_ID", personalCode: "05040510009", country: "LV" }]
    },
    authenticate: () =>
      others.smartId.authenticate({
        person: people.latvian,
        documentNumber: "PNOLV-050405-10009-DEM0-Q",
        ...asRegistered
      })
  },
  fr: {
    bank: "fr-estuaire",
    login: {
      loginMethod: "USERNAME_AND_PASSWORD",
      parameters: [{ type: "USERNAME_PASSWORD", username: "claire", password: "any" }]
    }
  }
}

const collectFrom = async (client: TestClient, company: string, { authenticate, login }: FirstLogin) => {
  const calls = others.connector.calls.length
  const id = await client.begin({ company, ...login })
  if (authenticate !== undefined) {
    await client.poll(id, ({ status }) => status === "WAITING_FOR_USER_ACTION")
    authenticate()
  }
  assert.strictEqual((await client.poll(id, hasEnded)).status, "COMPLETED")
  const found = await client.read<ReadonlyArray<object>>(`/collections/${id}/insurance/data`)
  assert.lengthOf(found, 1)
  const order = JSON.parse(others.connector.calls[calls]?.body ?? "")
  assert.strictEqual(order.identified, authenticate === undefined ? undefined : true)
}

const browser = { "authorization-token": undefined, "service-version": undefined, accept: "text/html" }

const authorize = async (user: TestUser, consentId: string) => {
  const read = user.client.follow<ConsentStatusObject>(`/consents/${consentId}/status`)
  const shown = await waitFor(read, ({ authInstructions, status }) =>
    status === "INITIATED" ? false : authInstructions !== undefined || status !== "AWAITING_AUTHORIZATION"
  )
  const { redirectUrl } = shown.authInstructions ?? {}
  if (redirectUrl === undefined) others.bankId.report(bankIdDone)
  else {
    const back = new URL(await BankPage.decide(await BankPage.open(redirectUrl, others.trust), "approve", others.trust))
    const answer = await user.client.send(back.pathname + back.search, { headers: browser })
    answer.expect(200)
  }
  const { status } = await waitFor(read, ({ status }) => status !== "AWAITING_AUTHORIZATION" && status !== "INITIATED")
  assert.strictEqual(status, "AUTHORIZED")
}

const readAccounts = async (client: TestClient, company: string, market: Market.Market) => {
  const user = await TestUser.make(client)
  const { login } = firstLogins.se
  const created = await user.post("/consents", {
    company,
    ...(market === "se" && { loginMethod: login.loginMethod }),
    parameters: [
      { type: "PSD2_AIS_CONSENT", psuIpAddress: "81.2.69.160" },
      ...(market === "se" ? [{ type: "SWEDISH_EID" as const, personalNumber }] : [])
    ]
  })
  const { consentId } = created.expect(201).read<ConsentStatusObject>()
  await authorize(user, consentId)
  const parameters = [{ type: "STORED_CONSENT" as const, consentId, psuIpAddress: "81.2.69.160" }]
  const id = await user.withKey.begin({ company, parameters })
  assert.strictEqual((await user.withKey.poll(id, hasEnded)).status, "COMPLETED")
  assert.isNotEmpty(await user.withKey.read<ReadonlyArray<object>>(`/collections/${id}/wealth/data`))
}

describe.each(Market.all)("the example configuration of %s", (market) => {
  const first = firstLogins[market]

  it("lacks nothing, and names what only a person can check", async () => {
    const { code, err, out } = await files.doctor(market, withHosts(first.bank))
    assert.deepStrictEqual([code, err], [0, ""], out)
    assert.notInclude(out, "MISSING")
    assert.match(out, /^OK {7}configuration {2}the service can start in production mode$/m)
    assert.match(out, new RegExp(`^CHECK {4}contract {7}${market}-\\w+: sheaf bank check`, "m"))
    const home = market === "ee" ? /Finantsinspektsioon lists PSDEE-EFSA-1/ : /its home authority has notified/
    assert.match(out, home)
  })

  it("takes a person through a first login at a company, and at a bank", async () => {
    const env = files.configure(market, withHosts(first.bank))
    const { banks, connectors } = withHosts(first.bank)(files.example(market))
    const client = (await CommandLine.run(place, ["clients", "create", "--name", "Brask AB"], env)).out.trim()
    const key = (await CommandLine.run(place, ["keys", "create", "--client", client], env)).out.trim()
    const service = await ServiceProcess.start({ dataDir: place.dataDir, env: { ...env, MTLS_PORT: "0" } })
    try {
      const api = new TestClient({ base: service.base, headers: { "authorization-token": key } })
      for (const { company } of connectors.flatMap(({ companies }) => companies)) await collectFrom(api, company, first)
      for (const { company } of banks) await readAccounts(api, company, market)
    } finally {
      await service.stop()
    }
  })
})
