/** Request ids with personal data (decisions 12). */
import assert from "node:assert/strict"
import { setTimeout as pause } from "node:timers/promises"
import type { Attack } from "../Attack.ts"
import { exchange, head } from "../../workshop/driver/Sockets.ts"

const personalNumber = "199001012384"
const callersIds = [
  `call-for-${personalNumber}`,
  "Maja Nordhem",
  `00-${personalNumber}-x`,
  "a".repeat(300),
  `${personalNumber}\u00e5`
]

const personalData = [personalNumber, "Maja Nordhem", "a".repeat(300)]
const wellFormedIds = [crypto.randomUUID(), "4bf92f3577b34da6a3ce929d0e0e4736"]

/** The time in which the last log line must appear, in milliseconds. */
const logMillis = 5_000

/** At debug level, the service logs every request with its id. */
const atDebugLevel = { options: ["--log-level", "debug"] }

export const requestIds: Attack = {
  name: "request-ids",
  summary: "sends request ids with personal data",
  promise: "A caller's request id is returned and logged only if it is a UUID or a W3C trace id.",
  run: ({ withTarget }) =>
    withTarget(atDebugLevel, async ({ attacker, service }) => {
      for (const path of ["/companies/availability", "/collections/x/status", "/nothing", "/docs"]) {
        for (const id of callersIds) {
          const answer = await attacker.send(path, { headers: { "x-request-id": id } })
          assert.notEqual(answer.header("x-request-id"), id, `${path} echoed ${id}`)
        }
        for (const id of wellFormedIds) {
          const answer = await attacker.send(path, { headers: { "x-request-id": id } })
          assert.equal(answer.header("x-request-id"), id, `${path} did not echo a UUID or trace id`)
        }
      }
      const malformed = await exchange(
        service.base,
        head("GET /health HTTP/1.1", "Host: twice", `X-Request-Id: ${callersIds[0]}`)
      )
      assert.ok(!malformed.includes(personalNumber), "a malformed request's id was echoed")
      assert.match(malformed, /^x-request-id: \S+\r$/im)
      const last = crypto.randomUUID()
      await attacker.send("/companies/availability", { headers: { "x-request-id": last } })
      const until = performance.now() + logMillis
      while (!service.output().includes(last) && performance.now() < until) await pause(50)
      for (const id of [...wellFormedIds, last]) assert.ok(service.output().includes(id), `the log lacks ${id}`)
      for (const text of personalData) assert.ok(!service.output().includes(text), `the log contains ${text}`)
      return "no personal data was echoed or logged"
    })
}
