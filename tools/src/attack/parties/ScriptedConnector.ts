/** A connector over HTTP whose responses the attack chooses (docs/connectors.md). */
import { json } from "node:stream/consumers"
import type { Cleanup } from "../../workshop/stage/Cleanup.ts"
import * as LocalServer from "../../workshop/stage/LocalServer.ts"

interface ConnectorCall {
  readonly login?: { readonly username?: string }
}

interface ConnectorAnswer {
  readonly status: number
  readonly body: unknown
}

/** The scripted response for each kind of call. Calls without a scripted response succeed with an empty one. */
type Script = Readonly<
  Partial<Record<"begin" | "document" | "resume", ConnectorAnswer | ((call: ConnectorCall) => ConnectorAnswer)>>
>

const step = (body: object): ConnectorAnswer => ({ status: 200, body: { session: "session", ...body } })

export const loginStep = step({ type: "POLL", status: "COLLECTING", afterMillis: 50 })

const nothing = { insurance: [], wealth: [], missing: [] }

/** `more` adds members to the step, and `collected` adds them to the collected data. */
export const emptyEndStep = (more: object = {}, collected: object = {}): ConnectorAnswer =>
  step({ type: "END", status: "COMPLETED_EMPTY", collected: { ...nothing, ...collected }, ...more })

export const documentScript = (content: string): Script => {
  const insurance = {
    market: "se",
    insuranceCompany: "Attack",
    insuranceType: "vehicleInsurance",
    insuranceSubType: "car",
    insuranceNumber: "1"
  }
  const documents = [{ documentId: "1", name: "large", contentType: "text/plain" }]
  return {
    begin: loginStep,
    resume: emptyEndStep({ status: "COMPLETED" }, { insurance: [{ id: "1", recordKey: "1", insurance, documents }] }),
    document: { status: 200, body: content }
  }
}

export const companyId = "se-attack"

const none: ConnectorAnswer = { status: 204, body: {} }

export const start = async (cleanup: Cleanup, script: Script) => {
  const server = await LocalServer.serve((request, response) => {
    void json(request).then((body) => {
      const name = (request.url ?? "").split("/").at(-1) ?? ""
      const scripted = name === "begin" || name === "resume" || name === "document" ? (script[name] ?? none) : none
      // The cast is safe, because the service sends bodies of this shape.
      const answer = typeof scripted === "function" ? scripted(body as ConnectorCall) : scripted
      const isText = typeof answer.body === "string"
      response.writeHead(answer.status, { "content-type": isText ? "text/plain" : "application/json" })
      response.end(isText ? answer.body : JSON.stringify(answer.body))
    })
  })
  cleanup.add(server.stop)
  return {
    url: server.url,
    allowPrivateAddresses: true,
    companies: [
      {
        company: companyId,
        companyDisplayName: "Attack",
        loginMethods: ["USERNAME_AND_PASSWORD"],
        insurance: [{ insuranceType: "vehicleInsurance", insuranceSubTypes: ["car"] }]
      }
    ]
  }
}
