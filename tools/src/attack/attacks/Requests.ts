/** Requests that different programs read differently, and request ids with personal data (spec 7, 8). */
import assert from "node:assert/strict"
import { setTimeout as pause } from "node:timers/promises"
import { credentials, exchange, head, statusOf } from "../../workshop/driver/Sockets.ts"
import type { Attack } from "../Attack.ts"

const duplicateMembers: Attack = {
  name: "duplicate-members",
  summary: "sends JSON bodies that repeat a member",
  promise: "A repeated member gets 400 at any depth.",
  run: async (stage) => {
    const { attacker } = await stage.start()
    const bodies = [
      ["/users", '{"externalId":"one","externalId":"two"}'],
      ["/users", '{"externalId":"one","\\u0065xternalId":"two"}'],
      [
        "/collections",
        '{"company":"se-nordhem","loginMethod":"USERNAME_AND_PASSWORD","parameters":[{"type":"USERNAME_PASSWORD","username":"a","username":"b","password":"c"}]}'
      ]
    ] as const
    for (const [path, body] of bodies) {
      const { status } = await attacker.send(path, { method: "POST", body })
      assert.equal(status, 400, `${body} returned ${status}`)
    }
    return `${bodies.length} bodies were refused`
  }
}

const close = "Connection: close"

/** A request to create a user, with fields that frame its body. */
const framed = (body: string, ...fields: ReadonlyArray<string>): string =>
  head("POST /users HTTP/1.1", ...credentials, "Content-Type: application/json", close, ...fields) + body

const chunked = '12\r\n{"externalId":"a"}\r\n0\r\n\r\n'

const ambiguous: ReadonlyArray<readonly [name: string, bytes: string, ...statuses: ReadonlyArray<number>]> = [
  ["TE gzip, chunked", framed(chunked, "Transfer-Encoding: gzip, chunked"), 501],
  ["TE identity", framed(chunked, "Transfer-Encoding: identity"), 400, 501],
  ["TE xchunked", framed(chunked, "Transfer-Encoding: xchunked"), 400, 501],
  ["TE and a length", framed(chunked, "Content-Length: 5", "Transfer-Encoding: chunked"), 400],
  ["two lengths", framed("12345", "Content-Length: 5", "Content-Length: 6"), 400],
  ["HTTP/2.0", head("GET /health HTTP/2.0", close), 400, 505],
  ["HTTP/3.0", head("GET /health HTTP/3.0", close), 400, 505],
  ["HTTP/1.2", head("GET /health HTTP/1.2", close), 400, 505],
  ["HTTP/0.9", "GET /health\r\n\r\n", 400, 505]
]

const smuggling: Attack = {
  name: "smuggling",
  summary: "sends requests whose length or HTTP version proxies could read differently",
  promise: "Transfer codings other than chunked get 501, other HTTP versions 400 or 505, and ambiguous lengths 400.",
  run: async (stage) => {
    const { base } = await stage.start()
    for (const [name, bytes, ...statuses] of ambiguous) {
      const status = statusOf(await exchange(base, bytes))
      assert.ok(statuses.includes(status), `${name} returned ${status}, not ${statuses.join(" or ")}`)
    }
    return `${ambiguous.length} requests were refused`
  }
}

const personalNumber = "199001012384"
const personalData = [personalNumber, "Maja Nordhem", "a".repeat(300)]
const callersIds = [
  `call-for-${personalNumber}`,
  "Maja Nordhem",
  `00-${personalNumber}-x`,
  "a".repeat(300),
  `${personalNumber}\u00e5`
]
const wellFormedIds = [crypto.randomUUID(), "4bf92f3577b34da6a3ce929d0e0e4736"]

/** The time in which the last log line must appear, in milliseconds. */
const logMillis = 5_000

const requestIds: Attack = {
  name: "request-ids",
  summary: "sends request ids with personal data",
  promise: "A caller's request id is returned and logged only if it is a UUID or a W3C trace id.",
  run: async (stage) => {
    // At debug level, the service logs every request with its id.
    const { attacker, base, service } = await stage.start({ options: ["--log-level", "debug"] })
    const echoOf = async (path: string, id: string) =>
      (await attacker.send(path, { headers: { "x-request-id": id } })).header("x-request-id")
    for (const path of ["/companies/availability", "/collections/x/status", "/nothing", "/docs"]) {
      for (const id of callersIds) assert.notEqual(await echoOf(path, id), id, `${path} echoed ${id}`)
      for (const id of wellFormedIds)
        assert.equal(await echoOf(path, id), id, `${path} did not echo a UUID or trace id`)
    }
    const twice = head("GET /health HTTP/1.1", "Host: twice", `X-Request-Id: ${callersIds[0]}`)
    const malformed = await exchange(base, twice)
    assert.ok(!malformed.includes(personalNumber), "a malformed request's id was echoed")
    assert.match(malformed, /^x-request-id: \S+\r$/im)
    const last = crypto.randomUUID()
    await echoOf("/companies/availability", last)
    const until = performance.now() + logMillis
    while (!service.output().includes(last) && performance.now() < until) await pause(50)
    for (const id of [...wellFormedIds, last]) assert.ok(service.output().includes(id), `the log lacks ${id}`)
    for (const text of personalData) assert.ok(!service.output().includes(text), `the log contains ${text}`)
    return "no personal data was echoed or logged"
  }
}

export const requests: ReadonlyArray<Attack> = [duplicateMembers, smuggling, requestIds]
