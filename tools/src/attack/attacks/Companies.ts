/** Companies and identity providers that lie, or that clients make fail (spec 2.5, 8, 10, 17). */
import { hasEnded, TestUser } from "@sheaf/adapters-http/testing"
import type { Client, Seen } from "@sheaf/adapters-http/testing"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import assert from "node:assert/strict"
import * as LocalServer from "../../workshop/stage/LocalServer.ts"
import type { Attack } from "../Attack.ts"
import * as ScriptedConnector from "../parties/ScriptedConnector.ts"
import { company, emptyEnd, loggingIn, step } from "../parties/ScriptedConnector.ts"
import { accountInformation, orderAt, personalNumber, startAs } from "../Starts.ts"

/** Returns the last status of a collection. */
const endOf = async (client: Client, start: StartCollection): Promise<string> =>
  (await client.poll(await client.begin(start), hasEnded)).status

const breaker: Attack = {
  name: "breaker",
  summary: "starts failing collections at a company, first with one login and then with ten",
  promise:
    "A company's circuit breaker opens only after failures for two persons of two clients, so the company stays open for others.",
  run: async (stage) => {
    const connector = await ScriptedConnector.start(stage.cleanup, {
      begin: ({ login }) => (login?.username?.startsWith("fails") ? { status: 500, body: {} } : loggingIn),
      resume: emptyEnd()
    })
    const timeouts = { connectorRetrySeconds: 1 }
    const { attacker, honest } = await stage.start({ config: { timeouts, connectors: [connector] } })
    const alice = startAs("alice", company)
    assert.equal(await endOf(honest, alice), "COMPLETED_EMPTY")
    for (const logins of [Array<string>(10).fill("fails"), Array.from({ length: 10 }, (_, n) => `fails-${n}`)]) {
      const ends = await Promise.all(logins.map((login) => endOf(attacker, startAs(login, company))))
      assert.deepEqual([...new Set(ends)], ["THIRD_PARTY_ERROR"])
      assert.equal(await endOf(honest, alice), "COMPLETED_EMPTY", "the company is closed for another client")
    }
    return "the company stayed open after 20 failures"
  }
}

const dangerousNames = [
  "../../etc/x.exe",
  "..\\..\\x.exe",
  "a\r\nSet-Cookie: x=1",
  ".htaccess",
  "policy\u202efdp.exe",
  "NUL",
  'a"; b="c',
  "x".repeat(400)
]

const documentNames: Attack = {
  name: "document-names",
  summary: "gives documents names that could make a download overwrite other files or run",
  promise: "Documents are downloaded under a safe file name with the extension of the checked media type.",
  run: async (stage) => {
    const named = dangerousNames.map((name, at) => ({ documentId: String(at), name, contentType: "text/plain" }))
    const connector = await ScriptedConnector.start(stage.cleanup, {
      begin: loggingIn,
      resume: ScriptedConnector.endWith(named),
      document: { status: 200, body: "MZ" }
    })
    const { attacker } = await stage.start({ config: { connectors: [connector] } })
    const id = await attacker.begin(startAs("mallory", company))
    assert.equal((await attacker.poll(id, hasEnded)).status, "COMPLETED")
    const records = await attacker.read<ReadonlyArray<{ documents: ReadonlyArray<{ documentId: string }> }>>(
      `/collections/${id}/insurance/data`
    )
    const documents = records.flatMap((each) => each.documents)
    assert.equal(documents.length, dangerousNames.length)
    for (const { documentId } of documents) {
      const answer = await attacker.send(`/collections/${id}/insurance/document/${documentId}`)
      const disposition = answer.expect(200).header("content-disposition") ?? ""
      const file = decodeURIComponent(/filename\*=UTF-8''(\S+)$/.exec(disposition)?.[1] ?? "")
      assert.match(file, /^[^./\\\s][^/\\\p{C}]{0,200}\.txt$/u, `the file name is ${disposition}`)
      assert.match(disposition, /^attachment; filename="[^"\\/]+\.txt";/)
    }
    return `${documents.length} names were made safe`
  }
}

/** Addresses of this machine are not in the list, because a connector on this machine can use them. */
const internal = [
  "http://good.example/login",
  "https://0x7f000001/admin",
  "https://2130706433/admin",
  "https://router.local/admin",
  "https://intranet/admin",
  "https://good\\.evil.example/login",
  "https://user@good.example/login",
  "https://good.example:secret@evil.example/login",
  "https://other.example/login"
]

const instructions: Attack = {
  name: "instructions",
  summary: "sends people's devices to internal and misleading addresses",
  promise:
    "Devices are sent only to https hosts that the connector's configuration lists, without backslashes and credentials. Anything else ends the collection as FAILED.",
  run: async (stage) => {
    let url = ""
    const ask = () => {
      const request = { id: "1", etag: "1", url, method: "GET", headers: {} }
      return step({ type: "ASK", status: "LOGIN", asks: "RESPONSE_OBJECT", information: { INSTRUCTIONS: [request] } })
    }
    const connector = await ScriptedConnector.start(stage.cleanup, { begin: ask })
    const { attacker } = await stage.start({
      config: { connectors: [{ ...connector, deviceHosts: ["good.example"] }] }
    })
    const loginMethod = "SWEDISH_MOBILE_EID_SAME_DEVICE_CLIENT_SIDE_AUTHENTICATION"
    const answered = (seen: Seen) => hasEnded(seen) || seen.extraInformation?.INSTRUCTIONS !== undefined
    const statusWith = async (address: string) => {
      url = address
      return (await attacker.poll(await attacker.begin({ ...orderAt(company), loginMethod }), answered)).status
    }
    for (const address of internal) {
      assert.equal(await statusWith(address), "FAILED", `${address} reached the device`)
    }
    assert.equal(await statusWith("https://good.example/login"), "LOGIN", "a listed host was refused")
    return `${internal.length} addresses were refused, and a listed host was allowed`
  }
}

/** What an electronic-ID provider answers that identifies nobody. */
const identifyingNobody: Readonly<Record<string, object>> = {
  auth: {
    orderRef: "131daac9-16c6-4618-beb0-365768f37288",
    autoStartToken: "7c40b5c9-fa74-49cf-b98c-bfe651f9a7c6",
    qrStartToken: "67df3917-fa0d-44e5-b327-edcc928297f8",
    qrStartSecret: "d28db9a7-4cde-429e-a983-359be676944c"
  },
  collect: {
    orderRef: "131daac9-16c6-4618-beb0-365768f37288",
    status: "complete",
    completionData: { user: { name: "Nobody" }, device: {} }
  },
  cancel: {}
}

/** Returns the final status of a consent that the person signs with the provider. */
const consentOf = async (attacker: Client): Promise<string> => {
  const { client } = await TestUser.make(attacker)
  const order = orderAt("se-fjallbanken")
  const consent = { ...order, parameters: [...order.parameters, accountInformation] }
  const statusPath = `${(await client.post("/consents", consent)).expect(201).header("location")}`
  for (;;) {
    const seen = await client.read<{ readonly status: string; readonly pollingInterval?: number }>(statusPath)
    assert.notEqual(seen.status, "AUTHORIZED", "a consent was authorized without a person")
    if (hasEnded(seen)) return seen.status
  }
}

/** The persons that a connector reports if it identified nobody. A device can name anybody. */
const unidentified = [undefined, {}, { fromDevice: personalNumber }]

const nobody: Attack = {
  name: "nobody",
  summary: "completes electronic-ID orders without a personal number, at the provider and at a connector",
  promise:
    "With such a provider, the collection ends in AUTHENTICATION_ERROR, and the consent in FAILED. So does a collection of a connector that names nobody, if the company has requiresVerifiedPerson.",
  run: async (stage) => {
    const provider = await LocalServer.serve((request, response) => {
      request.resume()
      const body = identifyingNobody[(request.url ?? "").split("/").at(-1) ?? ""]
      response.writeHead(body === undefined ? 404 : 200, { "content-type": "application/json" })
      response.end(JSON.stringify(body ?? {}))
    })
    stage.cleanup.add(provider.stop)
    let authenticated: object | undefined
    const connector = await ScriptedConnector.start(
      stage.cleanup,
      { begin: loggingIn, resume: () => emptyEnd(authenticated && { authenticated }) },
      { loginMethods: [orderAt().loginMethod], requiresVerifiedPerson: true }
    )
    const electronicId = { url: `${provider.url}/rp`, allowPrivateAddresses: true }
    const { attacker } = await stage.start({ config: { electronicId, connectors: [connector] } })
    assert.equal(await endOf(attacker, orderAt()), "AUTHENTICATION_ERROR")
    assert.equal(await consentOf(attacker), "FAILED")
    for (const person of unidentified) {
      authenticated = person
      const end = await endOf(attacker, orderAt(company))
      assert.equal(
        end,
        "AUTHENTICATION_ERROR",
        `with the person ${JSON.stringify(person)}, a collection ended as ${end}`
      )
    }
    authenticated = { fromElectronicId: personalNumber }
    assert.equal(await endOf(attacker, orderAt(company)), "COMPLETED_EMPTY", "a known person was refused")
    return "the provider and the connector got AUTHENTICATION_ERROR, and the consent FAILED"
  }
}

export const companies: ReadonlyArray<Attack> = [breaker, nobody, instructions, documentNames]
