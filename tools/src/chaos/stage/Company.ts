/**
 * The simulated companies of a run: the sandbox's companies as a connector, behind a listener that delays and logs each
 * call. They run outside the nodes, so faults in the nodes do not affect them.
 */
import { SandboxProcess } from "@sheaf/app-api/testing"
import { createHash } from "node:crypto"
import { appendFileSync } from "node:fs"
import type { IncomingMessage, ServerResponse } from "node:http"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { setTimeout as pause } from "node:timers/promises"
import type { Random } from "../../workshop/driver/Random.ts"
import * as LocalServer from "../../workshop/stage/LocalServer.ts"
import type { CompanyCall } from "../checker/Evidence.ts"

export interface SimulatedCompanies {
  readonly connectors: ReadonlyArray<object>
  readonly log: string
  readonly stop: () => Promise<void>
}

/** The maximum delay of a call, in milliseconds. The caller can die during the delay. */
const maxDelay = 200

interface Documented {
  readonly documents?: ReadonlyArray<unknown>
}

interface StepBody {
  readonly type?: string
  readonly status?: string
  readonly collected?: Readonly<Record<string, ReadonlyArray<Documented>>>
}

const stepOf = (body: Buffer): Pick<CompanyCall, "documents" | "status" | "type"> => {
  const { collected, status, type }: StepBody = JSON.parse(body.toString())
  const records = [...(collected?.["insurance"] ?? []), ...(collected?.["wealth"] ?? [])]
  const documents = records.reduce((sum, { documents = [] }) => sum + documents.length, 0)
  return {
    ...(type !== undefined && { type }),
    ...(status !== undefined && { status }),
    ...(type === "END" && { documents })
  }
}

const callOf = (url: string): CompanyCall["call"] => url.slice(url.lastIndexOf("/") + 1) as CompanyCall["call"]

interface Answered {
  readonly status: number
  readonly type: string | null
  readonly bytes: Buffer
}

interface ConnectorSection {
  readonly companies: ReadonlyArray<{ readonly company: string }>
}

/**
 * Starts all companies except those in `inside`, which the nodes simulate themselves. `host` is an address that all
 * nodes can reach.
 */
export const start = async (
  folder: string,
  host: string,
  inside: ReadonlySet<string>,
  random: Random
): Promise<SimulatedCompanies> => {
  const connector = await SandboxProcess.start({ dataDir: join(folder, "company") })
  const log = join(folder, "company.log")
  appendFileSync(log, "")

  const answers = new Map<string, Promise<Answered>>()

  /**
   * Forwards a call to the connector. Answers a repeated call with the step of the first call, as the connector guide
   * requires. If the first call failed, forwards the repeated call.
   */
  const forward = (url: string, body: Buffer<ArrayBuffer>, key: string | undefined): Promise<Answered> => {
    const known = key === undefined ? undefined : answers.get(key)
    if (known !== undefined) return known
    const headers = { "content-type": "application/json", ...(key !== undefined && { "idempotency-key": key }) }
    const answered = fetch(connector.base + url, { method: "POST", headers, body }).then(async (answer) => {
      if (!answer.ok && key !== undefined) answers.delete(key)
      return {
        status: answer.status,
        type: answer.headers.get("content-type"),
        bytes: Buffer.from(await answer.arrayBuffer())
      }
    })
    if (key !== undefined) answers.set(key, answered)
    return answered
  }

  const respond = async (request: IncomingMessage, response: ServerResponse) => {
    const { headers, url = "" } = request
    const body = await buffer(request)
    const given = headers["idempotency-key"]
    const key = typeof given === "string" ? given : undefined
    const received: CompanyCall = {
      call: callOf(url),
      ...(key !== undefined && { key }),
      body: createHash("sha256").update(body).digest("hex")
    }
    await pause(random.int(0, maxDelay))
    const { bytes, status, type } = await forward(url, body, key)
    const isStep = status === 200 && received.key !== undefined
    appendFileSync(log, `${JSON.stringify({ ...received, ...(isStep && stepOf(bytes)) })}\n`)
    response.writeHead(status, type === null ? {} : { "content-type": type }).end(bytes)
  }

  const server = await LocalServer.serve((request, response) => {
    respond(request, response).catch(() => response.destroy())
  }, host)
  const connectors = (connector.config.connectors as ReadonlyArray<ConnectorSection>).map((section) => ({
    ...section,
    url: server.url,
    companies: section.companies.filter(({ company }) => !inside.has(company))
  }))
  return {
    connectors,
    log,
    stop: async () => {
      await server.stop()
      await connector.stop()
    }
  }
}
