/**
 * Tests the client against the service in both versions, including every example in the README, the tutorial and the
 * migration guide.
 */
import { freePort } from "@sheaf/adapters-sql/testing"
import { openConnectPage } from "@sheaf/client/connect"
import { createClient, SheafDeadlineError, SheafProblem, SheafQuestionError } from "@sheaf/client"
import type { Fetch, SheafEvent } from "@sheaf/client"
import * as Older from "@sheaf/client/2025-01-01"
import { start } from "@sheaf/app-api/testing"
import type { ServiceProcess } from "@sheaf/app-api/testing"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import { examples, run } from "./Examples.ts"

type AnyEvent = SheafEvent | Older.SheafEvent

const dataDir = mkdtempSync(join(tmpdir(), "sheaf-client-"))
const apiKey = "sheaf-demo"
let service: ServiceProcess

beforeAll(async () => {
  service = await start({ dataDir })
})

afterAll(async () => {
  await service.stop()
  rmSync(dataDir, { recursive: true })
})

const client = () => createClient({ baseUrl: service.base, apiKey })

const errorOf = async (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => assert.fail("the call succeeded"),
    (error: unknown) => error
  )

const login = (username: string) =>
  ({
    company: "se-nordhem",
    loginMethod: "USERNAME_AND_PASSWORD",
    parameters: [{ type: "USERNAME_PASSWORD", username, password: "any" }]
  }) as const

describe.concurrent("the documentation", () => {
  it.each(examples.map((example, index) => ({ ...example, index })))(
    "shows the output of: $title",
    async ({ index, ...example }) => {
      const printed = await run(example, `example-${index}`, {
        "http://127.0.0.1:8080": service.base,
        "https://127.0.0.1:8443": service.mutualTlsBase ?? "",
        ".sheaf/": `${dataDir}/`,
        "8092": String(await freePort())
      })
      assert.deepStrictEqual(printed, example.documented)
    }
  )
})

describe.concurrent("a collection", () => {
  it("asks again after an invalid answer, and ignores a second answer", async () => {
    const collection = await client().collections.start(login("two-factor"))
    const asked: Array<string | undefined> = []
    const { status } = await collection.finished({
      onInput: {
        TWO_FACTOR_CODE: async ({ rejected, status: { pendingInput } }) => {
          asked.push(rejected?.code)
          if (rejected === undefined) return "no digits"
          await collection.answer({ type: "TWO_FACTOR_CODE", value: "135791", inputId: pendingInput?.inputId ?? "" })
          return "246810"
        }
      }
    })
    assert.deepStrictEqual([asked, status], [[undefined, "INVALID_INPUT"], "COMPLETED"])
  })

  it("rejects if a question has no handler, and can be finished later", async () => {
    const collection = await client().collections.start(login("two-factor"))
    const error = await errorOf(collection.finished())
    assert.instanceOf(error, SheafQuestionError)
    assert.strictEqual(error.questionType, "TWO_FACTOR_CODE")
    const { status } = await collection.finished({ onInput: { TWO_FACTOR_CODE: () => "246810" } })
    assert.strictEqual(status, "COMPLETED")
  })

  it("rejects after a deadline, and when the caller cancels", async () => {
    const collection = await client().collections.start(login("two-factor"))
    const waiting = { onInput: { TWO_FACTOR_CODE: () => new Promise<string>(() => {}) } }
    const late = await errorOf(collection.finished({ ...waiting, timeoutSeconds: 1 }))
    assert.instanceOf(late, SheafDeadlineError)
    const left = new AbortController()
    const error = errorOf(
      collection.finished({ ...waiting, signal: left.signal, onStatus: () => left.abort(new Error("left")) })
    )
    assert.strictEqual(String(await error), "Error: left")
  })

  it("reads its list page by page", async () => {
    const sheaf = client()
    const attributes = { EXTERNAL_REFERENCE: "three" }
    const parameters = [...login("maja").parameters, { type: "SESSION_METADATA", attributes } as const]
    const started = await Promise.all([1, 2, 3].map(() => sheaf.collections.start({ ...login("maja"), parameters })))
    const listed: Array<string> = []
    const filter = { externalReference: "three", company: "se-nordhem", limit: 1 }
    for await (const { collectionId } of sheaf.collections.list(filter)) listed.push(collectionId)
    assert.sameMembers(
      listed,
      started.map(({ id }) => id)
    )
  })
})

const answers = {
  TWO_FACTOR_CODE: () => "123456",
  TWO_FACTOR_CHOICE: ({ methods: [method] }: { readonly methods: ReadonlyArray<{ readonly id: string }> }) =>
    method?.id ?? "",
  COLLECTION_INPUT: ({ inputTypes }: { readonly inputTypes: ReadonlyArray<string> }) =>
    Object.fromEntries(Object.entries(inputs).filter(([type]) => inputTypes.includes(type)))
}

const inputs = {
  EMAIL: "maja@example.com",
  MOBILE_PHONE_NUMBER: "46701740605",
  SWEDISH_PERSONAL_NUMBER: "199001012385",
  ACCOUNT_OWNER_NAME: "Maja Lind"
}

describe.concurrent("the handlers", () => {
  it.each(["two-factor-choice", "contact-form-then-input", "collection-input-then-code"])(
    "answer the questions of %s, in both versions",
    async (username) => {
      const older = Older.createClient({ baseUrl: service.base, apiKey })
      const { company, loginMethod } = login(username)
      const input = { USERNAME: username, PASSWORD: "any" }
      const ends = await Promise.all([
        client()
          .collections.start(login(username))
          .then((collection) => collection.finished({ onInput: answers })),
        older.collections
          .start("insurance", { company, loginMethod, input })
          .then((collection) => collection.finished({ onInput: answers }))
      ])
      assert.deepStrictEqual(
        ends.map(({ status }) => status),
        ["COMPLETED", "COMPLETED"]
      )
    }
  )
})

describe.concurrent("events", () => {
  const older = () => Older.createClient({ baseUrl: service.base, apiKey })
  const insurance = async () => {
    const { company, loginMethod } = login("maja")
    const input = { USERNAME: "maja", PASSWORD: "any" }
    return older().collections.start("insurance", { company, loginMethod, input })
  }

  it.each<
    [
      "2026-04-01" | "2025-01-01",
      () => Promise<{ readonly id: string }>,
      () => AsyncGenerator<{ readonly event: AnyEvent }>
    ]
  >([
    [
      "2026-04-01",
      () => client().collections.start(login("maja")),
      () => client().events.iterate({ types: ["collection.completed"] })
    ],
    ["2025-01-01", insurance, () => older().events.iterate({ types: ["collection.completed"] })]
  ])("of a collection arrive in version %s, once it ends", async (version, start, iterate) => {
    const { id } = await start()
    for await (const { event } of iterate()) {
      if (!("collectionId" in event.subject) || event.subject.collectionId !== id) continue
      assert.deepInclude(event, { type: "collection.completed", version })
      assert.deepInclude(event.data, { status: "COMPLETED" })
      break
    }
  })

  it("continue after a stored cursor", async () => {
    const sheaf = client()
    const { userId } = await sheaf.users.create({ externalId: "first" })
    const next = await sheaf.users.create({ externalId: "second" })
    await sheaf.users.erase(userId)
    const erased = { types: ["user.erased"] } as const
    let stored: string | undefined
    for await (const { cursor, event } of sheaf.events.iterate(erased)) {
      stored = cursor ?? stored
      if (event.type === "user.erased" && event.subject.userId === userId) break
    }
    await sheaf.users.erase(next.userId)
    const { value } = await sheaf.events.iterate({ ...erased, cursor: stored }).next()
    assert.deepStrictEqual(value?.event.subject, { userId: next.userId })
    const listed: Array<string> = []
    for await (const { eventId } of sheaf.events.list({ ...erased, cursor: stored })) listed.push(eventId)
    assert.deepStrictEqual(listed, [value?.event.eventId])
  })
})

describe.concurrent("a rejected request", () => {
  it("names the code, for a wrong key and for an unknown collection", async () => {
    const stranger = createClient({ baseUrl: service.base, apiKey: "wrong" })
    const error = await errorOf(stranger.companies.availability())
    assert.instanceOf(error, SheafProblem)
    assert.deepInclude({ ...error }, { status: 401, code: "INVALID_API_KEY" })
    const unknown = await errorOf(client().collections.at("019a9f0e-5c1a-7d3e-9b51-2f6c1a7e4d10").data())
    assert.instanceOf(unknown, SheafProblem)
    assert.strictEqual(unknown.code, "NOT_FOUND")
  })

  it("names the fields and the rules in its message, and no values", async () => {
    const { parameters, ...start } = login("maja-lind")
    const wrong = { ...start, loginMethod: "EMAIL", parameters: [...parameters, ...parameters] }
    // JavaScript callers can send what the types forbid.
    const error = await errorOf(client().collections.start(JSON.parse(JSON.stringify(wrong))))
    assert.instanceOf(error, SheafProblem)
    assert.match(error.message, /^400 [A-Z_]+: .+ \(\/parameters.*: .+\)$/)
    assert.notInclude(error.message, "maja")
  })
})

describe.concurrent("a consent and its user", () => {
  it("can be found, listed, revoked and erased", async () => {
    const sheaf = client()
    const { userId } = await sheaf.users.create({ externalId: "listed" })
    const { token } = await sheaf.users.openSession(userId)
    const person = sheaf.asUser(token)
    const consent = await person.consents.create({
      company: "se-fjallbanken",
      parameters: [{ type: "PSD2_AIS_CONSENT", psuIpAddress: "192.0.2.17" }]
    })
    const seen: Array<string | undefined> = []
    const onStatus = ({ authInstructions }: { authInstructions?: { redirectUrl?: string } }) => {
      if (authInstructions?.redirectUrl !== undefined) seen.push(authInstructions.redirectUrl)
      if (seen.length === 1) void consent.revoke()
    }
    assert.strictEqual((await consent.decided({ onStatus })).status, "REVOKED")
    const listed: Array<string> = []
    for await (const { consentId } of sheaf.consents.listOf(userId)) listed.push(consentId)
    assert.deepStrictEqual(listed, [consent.id])
    assert.strictEqual((await sheaf.users.find("listed"))?.userId, userId)
    await sheaf.users.erase(userId)
    assert.isUndefined(await sheaf.users.find("listed"))
  })
})

describe.concurrent("a Connect session", () => {
  const browser = (): Fetch => {
    let cookie: string | undefined
    return async (url, init) => {
      const headers = { ...init.headers, ...(cookie === undefined ? {} : { cookie }) }
      const response = await fetch(url, { ...init, headers })
      cookie = response.headers.get("set-cookie")?.split(";")[0] ?? cookie
      return response
    }
  }

  it("leads from the link to the confirmation", async () => {
    const sheaf = client()
    const user = await sheaf.users.create({ externalId: `person ${crypto.randomUUID()}` })
    const link = await sheaf.connectSessions.create({
      purpose: "COLLECT",
      userId: user.userId,
      returnUrl: "http://localhost:3000/linked"
    })
    const { hash, pathname } = new URL(link.url)
    const [connectSessionId = "", secret] = [pathname.split("/").at(-1), hash.slice(1)]
    const options = { baseUrl: service.base, fetch: browser() }
    const { page, session } = await openConnectPage(options, { connectSessionId, secret })
    assert.strictEqual(session.connectSessionId, link.connectSessionId)
    assert.isNotEmpty(await page.companies())
    const collection = await page.startCollection(login("two-factor"))
    const seen: Array<string> = []
    for await (const { pendingInput, status } of collection.updates()) {
      seen.push(status)
      if (pendingInput?.type === "TWO_FACTOR_CODE") {
        await collection.answer({ type: "TWO_FACTOR_CODE", value: "123456", inputId: pendingInput.inputId })
      }
    }
    assert.strictEqual(seen.at(-1), "COMPLETED")
    const { collections } = await page.summary()
    assert.deepStrictEqual(
      collections.map(({ collectionId }) => collectionId),
      [collection.id]
    )
    const { returnTo } = await page.finish("COMPLETED")
    const code = new URL(returnTo ?? assert.fail("no address")).searchParams.get("code") ?? assert.fail("no code")
    const { token } = await sheaf.users.openSession(user.userId)
    const confirmed = await sheaf.asUser(token).connectSessions.confirm(connectSessionId, code)
    assert.isTrue(confirmed.confirmed)
    assert.deepStrictEqual((await sheaf.connectSessions.get(connectSessionId)).collectionIds, [collection.id])
    const elsewhere = await errorOf(openConnectPage({ ...options, fetch: browser() }, { connectSessionId, secret }))
    assert.deepInclude(elsewhere, { code: "CONNECT_SESSION_ELSEWHERE" })
  })
})
