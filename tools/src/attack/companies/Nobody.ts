/** An electronic-ID provider and a connector that identify nobody (decisions 6). */
import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { hasEnded, TestUser } from "@sheaf/adapters-http/testing"
import type { Client } from "@sheaf/adapters-http/testing"
import type { Attack } from "../Attack.ts"
import { company, loggingIn, step, withConnector } from "../stage/ScriptedConnector.ts"
import type { ConnectorCall } from "../stage/ScriptedConnector.ts"

const answers: Readonly<Record<string, object>> = {
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

const withProvider = async <A>(use: (url: string) => Promise<A>): Promise<A> => {
  const server = createServer((request, response) => {
    request.resume()
    const body = answers[(request.url ?? "").split("/").at(-1) ?? ""]
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "application/json" })
    response.end(JSON.stringify(body ?? {}))
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo // the address of a listening TCP server has this type
  try {
    return await use(`http://127.0.0.1:${port}/rp`)
  } finally {
    server.close()
    server.closeAllConnections()
  }
}

const personalNumber = "199001012385"

const start = {
  company: "se-nordhem",
  loginMethod: "SWEDISH_MOBILE_EID_ANY_DEVICE",
  parameters: [{ type: "SWEDISH_EID", personalNumber }]
} as const

const endOf = async (client: Client, id: string): Promise<string> => (await client.poll(id, hasEnded)).status

/** Returns the final status of a consent that the person signs with the provider. */
const consentOf = async (attacker: Client): Promise<string> => {
  const { client } = await TestUser.make(attacker)
  const psd2 = { type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }
  const consent = { ...start, company: "se-fjallbanken", parameters: [...start.parameters, psd2] }
  const made = (await client.post("/consents", consent)).expect(201)
  const statusPath = `${made.header("location")}`
  for (;;) {
    const seen = await client.read<{ readonly status: string; readonly pollingInterval?: number }>(statusPath)
    assert.notEqual(seen.status, "AUTHORIZED", "a consent was authorized without a person")
    if (seen.pollingInterval === undefined) return seen.status
  }
}

/** The persons that a connector reports if it identified nobody. A device can name anybody. */
const unidentified = [undefined, {}, { fromDevice: personalNumber }]

const onlyElectronicId = { loginMethods: [start.loginMethod], requiresVerifiedPerson: true }

export const nobody: Attack = {
  name: "nobody",
  summary: "completes electronic-ID orders without a personal number, at the provider and at a connector",
  promise:
    "With such a provider, the collection ends in AUTHENTICATION_ERROR, and the consent in FAILED. So does a collection of a connector that names nobody, if the company has requiresVerifiedPerson.",
  run: ({ withTarget }) => {
    let authenticated: object | undefined
    const script = ({ name }: ConnectorCall) => {
      if (name === "begin") return loggingIn
      const end = { type: "END", status: "COMPLETED_EMPTY", ...(authenticated && { authenticated }) }
      return name === "resume"
        ? step({ ...end, collected: { insurance: [], wealth: [], missing: [] } })
        : { status: 204, body: {} }
    }
    const attack = (url: string, connector: object) =>
      withTarget(
        { config: { electronicId: { url, allowPrivateAddresses: true }, connectors: [connector] } },
        async ({ attacker }) => {
          assert.equal(await endOf(attacker, await attacker.begin(start)), "AUTHENTICATION_ERROR")
          assert.equal(await consentOf(attacker), "FAILED")
          const endWith = async (person: object | undefined) => {
            authenticated = person
            return endOf(attacker, await attacker.begin({ ...start, company }))
          }
          for (const person of unidentified) {
            const end = await endWith(person)
            assert.equal(
              end,
              "AUTHENTICATION_ERROR",
              `with the person ${JSON.stringify(person)}, a connector's ended as ${end}`
            )
          }
          assert.equal(
            await endWith({ fromElectronicId: personalNumber }),
            "COMPLETED_EMPTY",
            "a known person was refused"
          )
          return `the provider and the connector got AUTHENTICATION_ERROR, and the consent FAILED`
        }
      )
    return withProvider((url) => withConnector(script, (connector) => attack(url, connector), onlyElectronicId))
  }
}
