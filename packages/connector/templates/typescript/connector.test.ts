import { makeCallHandler } from "@sheaf/connector"
import assert from "node:assert/strict"
import { test } from "node:test"
import { startSite } from "./company-site.ts"
import { makeConnector } from "./connector.ts"

const call = makeCallHandler(makeConnector(await startSite()), { key: "a key", fetch, now: () => new Date() })

const step = async (name: string, body: object) => JSON.parse(String((await call(name, body, undefined)).content))

const begin = (password: string) =>
  step("begin", {
    company: "COMPANY",
    products: ["INSURANCE"],
    loginMethod: "USERNAME_AND_PASSWORD",
    login: { type: "USERNAME_PASSWORD", username: "mari", password }
  })

test("collects a policy and its document after the code", async () => {
  const { session } = await begin("kuldnokk")
  const signal = { type: "INPUT", input: { type: "TWO_FACTOR_CODE", value: "246810" } }
  const collecting = await step("resume", { session, signal })
  const end = await step("resume", { session: collecting.session, signal: { type: "TICK" } })
  assert.equal(end.collected.insurance[0].insurance.registrationNo, "482 KPT")
  const { documentId } = end.collected.insurance[0].documents[0]
  const file = await call("document", { session: end.session, documentId }, undefined)
  assert.match(new TextDecoder().decode(file.content as Uint8Array), /^Policy AB-40817/)
})

test("rejects a wrong password", async () => {
  assert.equal((await begin("wrong")).status, "INCORRECT_CREDENTIALS")
})
