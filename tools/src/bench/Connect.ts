/**
 * Measures the Connect page (spec 13): the time until a person can use it in Chromium, against an empty page of a
 * bare server. Also measures the memory of the service with open sessions.
 */
import { chromiumPath } from "@sheaf/adapters-http/testing"
import type { Client } from "@sheaf/adapters-http/testing"
import type { OpenedConnectSession } from "@sheaf/domain/ConnectCalls"
import type { ConnectSessionLink } from "@sheaf/domain/ConnectSession"
import { chromium } from "playwright-core"
import type { Browser, Page } from "playwright-core"
import type { Effort } from "./Part.ts"
import { Skipped } from "./Part.ts"
import * as Crowd from "./load/Crowd.ts"
import { medianOf } from "./Report.ts"
import { middle } from "../workshop/checker/Latency.ts"
import type { Figure } from "./Report.ts"
import { clientOf, withInstallation } from "../workshop/stage/Installation.ts"
import { withServer } from "./servers/Server.ts"
import type { RunningInstallation } from "../workshop/stage/Installation.ts"
import { inspectable, liveBytes, residentMegabytes } from "../workshop/checker/Memory.ts"

interface Size {
  /** The visits of each page. */
  readonly rounds: number
  readonly sessions: number
  /** The number of warm-up sessions, which fill all caches. */
  readonly warmUp: number
}

const sizes: Readonly<Record<Effort, Size>> = {
  smoke: { rounds: 1, sessions: 20, warmUp: 5 },
  full: { rounds: 9, sessions: 1_000, warmUp: 200 },
  long: { rounds: 15, sessions: 1_000, warmUp: 200 }
}

const invite = async (client: Client): Promise<ConnectSessionLink> =>
  (await client.post("/connect-sessions", { purpose: "COLLECT", company: "se-nordhem" })).expect(201).read()

/** Waits until two frames have been painted. Node's types do not include browser types, so the code is a string. */
const painted = "new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))"

/** The time until a new browser without cache and cookies shows `ready` and has painted it, in milliseconds. */
const visit = async (browser: Browser, url: string, ready: (page: Page) => Promise<unknown>): Promise<number> => {
  const context = await browser.newContext()
  try {
    const page = await context.newPage()
    const began = performance.now()
    await page.goto(url, { waitUntil: "commit" })
    await ready(page)
    await page.evaluate(painted)
    return performance.now() - began
  } finally {
    await context.close()
  }
}

const emptyReady = (page: Page) => page.waitForLoadState("load")

/** The screen is interactive once the button with which the person continues accepts a click. */
const connectReady = (page: Page) => page.getByRole("button", { name: "Continue" }).click({ trial: true })

const browserPath = (): string => {
  try {
    return chromiumPath()
  } catch (error) {
    throw new Skipped(error instanceof Error ? error.message : String(error))
  }
}

/** Visits both pages in turns. */
const visits = async (bench: RunningInstallation, rounds: number): Promise<ReadonlyArray<Figure>> => {
  const client = clientOf(bench, bench)
  const browser = await chromium.launch({ executablePath: browserPath(), chromiumSandbox: false })
  try {
    return await withServer(new URL("./servers/emptyPageServer.ts", import.meta.url), [], async (base) => {
      const [empty, connect]: [Array<number>, Array<number>] = [[], []]
      // The first round fills the caches of the browser's code and builds the page, so it does not count.
      for (let round = 0; round <= rounds; round++) {
        const emptyMillis = await visit(browser, base, emptyReady)
        const connectMillis = await visit(browser, (await invite(client)).url, connectReady)
        if (round === 0) continue
        empty.push(emptyMillis)
        connect.push(connectMillis)
      }
      return [
        medianOf("empty page, until painted", empty, "ms"),
        medianOf("Connect page, until interactive", connect, "ms"),
        { name: "Connect page : empty page", value: middle(connect) / middle(empty), unit: "ratio" }
      ]
    })
  } finally {
    await browser.close()
  }
}

/** Opens a session as a browser does, and checks that its cookie and token work. */
const openSession = async (client: Client): Promise<void> => {
  const { url } = await invite(client)
  const { hash, pathname } = new URL(url)
  const opening = { connectSessionId: pathname.split("/").at(-1), secret: hash.slice(1) }
  const withoutKey = client.with({ "authorization-token": undefined })
  const opened = (await withoutKey.post("/connect/open", opening)).expect(200)
  const cookie = opened.headers.get("set-cookie")?.split(";")[0]
  if (cookie === undefined) throw new Error("the session has no cookie")
  const { token } = opened.read<OpenedConnectSession>()
  await withoutKey.with({ cookie, authorization: `Bearer ${token}` }).read("/connect/session")
}

const memory = async (bench: RunningInstallation, { sessions, warmUp }: Size): Promise<ReadonlyArray<Figure>> => {
  const client = clientOf(bench, bench)
  const open = (count: number) => Crowd.each(count, () => openSession(client))
  const measured = async () => ({
    live: await liveBytes(bench.service.output()),
    resident: residentMegabytes(bench.service.pid)
  })
  await open(warmUp)
  const before = await measured()
  await open(sessions)
  const after = await measured()
  const note = `${sessions} open sessions`
  return [
    { name: "heap of an open session", value: (after.live - before.live) / sessions / 1024, unit: "KB", note },
    {
      name: "service with open sessions",
      value: after.resident,
      unit: "MB resident",
      note: `${note}, ${before.resident.toFixed(0)} MB before`
    }
  ]
}

export const run = async (effort: Effort): Promise<ReadonlyArray<Figure>> => {
  browserPath()
  const size = sizes[effort]
  return withInstallation(
    async (installation) => {
      const bench = { ...installation, ...(await installation.start()) }
      return [...(await memory(bench, size)), ...(await visits(bench, size.rounds))]
    },
    { env: inspectable }
  )
}
