/** Tests which files count as cassettes, and how a connector plays them. */
import { makeCallHandler, complete, exchangeOnce, fail, open, redirect, seal, show, Site, wait } from "@sheaf/connector"
import type { Connector, Cookies } from "@sheaf/connector"
import { CassetteError, parse, replayInProcess } from "@sheaf/connector/cassettes"
import type { Cassette, RequestShape } from "@sheaf/connector/cassettes"
import { assert, describe, it } from "@effect/vitest"

const request: RequestShape = { method: "GET", host: "*", path: "/policies/*", query: [], fields: [] }

const recorded: Cassette = {
  format: "sheaf-cassette",
  version: 1,
  protocol: "1",
  company: "ee-acme",
  calls: [
    {
      call: "begin",
      body: { company: "ee-acme", products: [], loginMethod: "EMAIL", login: { type: "EMAIL", email: "a@b.example" } },
      exchanges: [
        {
          request,
          response: {
            status: 302,
            headers: [
              ["location", "/policies/2"],
              ["set-cookie", "a=1"]
            ],
            body: ""
          }
        },
        { request, response: { status: 200, headers: [["content-type", "text/plain"]], body: "seven" } }
      ],
      answer: { status: 200, step: { type: "POLL", status: "LOGIN", afterMillis: 60_000 } }
    },
    {
      call: "resume",
      body: { signal: { type: "TICK" } },
      exchanges: [],
      answer: {
        status: 200,
        step: { type: "END", status: "COMPLETED_EMPTY", collected: { insurance: [], wealth: [], missing: [] } }
      }
    }
  ]
}

interface State {
  readonly cookies: Cookies
  readonly time: string
}

const connector: Connector<State> = {
  companies: ["ee-acme"],
  begin: async (_, { now, site }) => {
    const visit = site()
    const page = await visit.get("https://acme.example/policies/1")
    const state = { cookies: visit.cookies, time: now().toISOString() }
    return page.text === "seven" ? show("LOGIN", state, { afterMillis: 60_000 }) : fail("FAILED", state)
  },
  resume: ({ cookies, time }, _, { now }) => {
    assert.deepStrictEqual(cookies, { "acme.example": { a: "1" } })
    assert.strictEqual(now().getTime() - Date.parse(time), 60_000)
    return complete({}, { cookies, time })
  }
}

describe("a cassette", () => {
  it("plays with redirects, cookies and a time of its own, and without waiting", async () => {
    assert.deepStrictEqual(await replayInProcess(recorded, connector), [])
  })

  it("shows a changed request, a missing request and a changed step as a diff", async () => {
    const changed: Connector<State> = {
      ...connector,
      begin: async (_, { site }) => {
        await site().post("https://acme.example/other", { form: { a: "1" } })
        return fail("INCORRECT_CREDENTIALS", { cookies: {}, time: "" })
      },
      resume: (state) => complete({}, state)
    }
    assert.deepStrictEqual(await replayInProcess(recorded, changed), [
      "call 1, begin:",
      "  + POST acme.example/other, fields a",
      "  - GET */policies/*",
      "  - GET */policies/*",
      '  - /step/type "POLL"',
      '  + /step/type "END"',
      '  - /step/status "LOGIN"',
      '  + /step/status "INCORRECT_CREDENTIALS"',
      "  - /step/afterMillis 60000"
    ])
  })

  const change = (members: object) => JSON.stringify({ ...recorded, ...members })

  it.each([
    ["no JSON", "{", "the file is not JSON"],
    ["another file", "{}", "/format: expected sheaf-cassette; the file is no cassette"],
    ["of another version", change({ version: 2 }), "/version: expected 1; record the cassette again"],
    [
      "of another protocol version",
      change({ protocol: "2" }),
      "/protocol: expected 1, because the cassette has calls of another protocol version"
    ],
    ["without a company", change({ company: 7 }), "/company: expected a company's id"],
    [
      "with an unknown call",
      change({ calls: [{ call: "renew", body: {}, exchanges: [] }] }),
      "/calls/0/call: expected one of begin, resume, document, cancel"
    ],
    [
      "with an invalid exchange",
      change({ calls: [{ call: "begin", body: {}, exchanges: [{ request, response: { status: 99 } }] }] }),
      "/calls/0/exchanges/0/response/status: expected an HTTP status"
    ],
    ["too long", " ".repeat(33 * 1024 * 1024), "the cassette is longer than 33554432 bytes"]
  ])("is rejected if it is %s, with the place", (_, text, message) => {
    assert.throws(() => parse(text), CassetteError, message)
  })
})

describe("a session", () => {
  it("opens only unchanged, and only with its key", () => {
    const session = seal("a key", { token: "secret" })
    assert.deepStrictEqual(open("a key", session), { token: "secret" })
    assert.strictEqual(seal("a key", { token: "secret" }), session)
    assert.notInclude(Buffer.from(session, "base64url").toString("latin1"), "secret")
    for (const changed of [
      session.slice(1),
      `${session}=`,
      session.slice(0, -2),
      `A${session.slice(1)}`,
      "",
      "\ud800"
    ]) {
      if (changed !== session) assert.throws(() => open("a key", changed), "Unknown session")
    }
    assert.throws(() => open("another key", session), "Unknown session")
  })
})

describe("a connector", () => {
  const settings = { key: "a key", fetch, now: () => new Date() }
  const order = { company: "ee-acme", products: [], loginMethod: "EMAIL", login: { type: "PAGE" } }

  it("acts once for a repeated call, and again after a failure", async () => {
    let count = 0
    const counting: Connector<number> = {
      companies: ["ee-acme"],
      begin: () => {
        count++
        if (count === 1) throw new Error("down")
        return exchangeOnce("LOGIN", count)
      },
      resume: (state) => wait(state)
    }
    const call = makeCallHandler(counting, settings)
    await call("begin", order, "a/0").then(
      () => assert.fail("the first call succeeds"),
      () => undefined
    )
    const [one, other] = await Promise.all([call("begin", order, "a/0"), call("begin", order, "a/0")])
    assert.strictEqual(one, other)
    assert.strictEqual(count, 2)
    assert.include(String(one?.content), '"once":true')
  })

  it("reads pages in older encodings, and drops expired cookies", async () => {
    const headers = new Headers({ "content-type": "text/html; charset=iso-8859-1" })
    for (const cookie of ["a=1; Path=/", "b=2; Expires=Thu, 01 Jan 1970 00:00:00 GMT", "c=3; Max-Age=-1"]) {
      headers.append("set-cookie", cookie)
    }
    const reading: Connector<object> = {
      companies: ["ee-acme"],
      begin: async (_, { site }) => {
        const visit = site({ "acme.example": { b: "0" } })
        const { text } = await visit.get("https://acme.example/")
        return wait({}, { information: { QR_TEXT: JSON.stringify([text, visit.cookies]) } })
      },
      resume: (state) => wait(state)
    }
    const fetchPage = () => Promise.resolve(new Response(Buffer.from("Lõpp", "latin1"), { headers }))
    const { content } = await makeCallHandler(reading, { ...settings, fetch: fetchPage })("begin", order, undefined)
    const { information } = JSON.parse(String(content))
    assert.deepStrictEqual(JSON.parse(information.QR_TEXT), ["Lõpp", { "acme.example": { a: "1" } }])
  })

  it("sends a cookie to the hosts that it is for", async () => {
    const sent: Array<readonly [url: string, cookies: string | null]> = []
    const set = [
      "a=1; Domain=.ACME.example",
      "b=2; Domain=example",
      "c=3; Domain=other.example",
      "d=4; domain=login.acme.example"
    ]
    const fetchPage: typeof fetch = (input, init) => {
      sent.push([String(input), new Headers(init?.headers).get("cookie")])
      const headers = new Headers()
      for (const cookie of [...set, "e=5", "f=6; Domain=127.0.0.1"]) headers.append("set-cookie", cookie)
      return Promise.resolve(new Response("", { headers: sent.length < 3 ? headers : [] }))
    }
    const visit = new Site(fetchPage)
    const hosts = ["login.acme.example", "127.0.0.1:8080"]
    const later = [
      "login.acme.example:444",
      "min.acme.example",
      "acme.example",
      "myacme.example",
      "127.0.0.1",
      "x.127.0.0.1.example"
    ]
    for (const host of [...hosts, ...later]) await visit.get(`https://${host}/`)
    assert.deepStrictEqual(
      sent.slice(2).map(([, cookies]) => cookies),
      ["a=1; d=4; e=5", "a=1", "a=1", null, "e=5; f=6", null]
    )
    assert.hasAllKeys(new Site(fetchPage, visit.cookies).cookies, [
      ".acme.example",
      ".login.acme.example",
      "login.acme.example",
      "127.0.0.1"
    ])
  })

  it("sends the person to a page while it waits for the return", async () => {
    const paging: Connector<null> = {
      companies: ["ee-acme"],
      begin: (_, { pageReturn }) => redirect(`https://acme.example/login?back=${pageReturn?.state}`, null),
      resume: () => fail("AUTHENTICATION_ERROR", null, { code: "ACCOUNT_TEMPORARILY_LOCKED" })
    }
    const pageReturn = { url: "https://s.example/r/x", registeredUrl: "https://s.example/r", state: "x" }
    const { content } = await makeCallHandler(paging, settings)("begin", { ...order, pageReturn }, undefined)
    assert.include(String(content), '"status":"WAITING_FOR_USER_ACTION"')
    assert.include(String(content), "https://acme.example/login?back=x")
  })
})
