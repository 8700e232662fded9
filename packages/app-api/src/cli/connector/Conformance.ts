/**
 * Checks whether a connector follows the connector contract, by repeating the calls from a cassette. The connector can
 * be written in any language (docs/connectors.md).
 */
import { RemoteConnector } from "@sheaf/adapters-http"
import { canTransition, initialStatus, isFinal } from "@sheaf/domain/CollectionStatus"
import type { CollectionStatus } from "@sheaf/domain/CollectionStatus"
import type { Cassette, RecordedAnswer } from "@sheaf/connector/cassettes"
import { Predicate, Result } from "effect"
import type { ConnectorProcess } from "./ConnectorProcess.ts"

/** The result of a check: a rule that the connector follows, a fault, or something that only the operator can judge. */
export interface Finding {
  readonly level: "ok" | "FAULT" | "note"
  readonly text: string
  readonly details?: ReadonlyArray<string>
}

/** `fault` describes the violation, or is `undefined` if the connector follows the rule. */
export const judge = (rule: string, fault: string | undefined): Finding =>
  fault === undefined ? { level: "ok", text: rule } : { level: "FAULT", text: `${rule}: ${fault}` }

const unknown = JSON.stringify({ session: "unknown", signal: { type: "TICK" }, documentId: "unknown" })

const login = { type: "USERNAME_PASSWORD", username: "nobody", password: "nothing" }

const expectStatus = async (rule: string, expected: number, status: Promise<{ readonly status: number }>) => {
  const { status: found } = await status
  return judge(rule, found === expected ? undefined : `answered ${found}, expected ${expected}`)
}

export const checkCalls = (connector: ConnectorProcess, company: string): Promise<ReadonlyArray<Finding>> => {
  const order = JSON.stringify({ company, products: ["INSURANCE"], loginMethod: "USERNAME_AND_PASSWORD", login })
  const headers = { "idempotency-key": "conformance/0" }
  return Promise.all([
    expectStatus("rejects a wrong secret", 401, connector.call("begin", order, { authorization: "Bearer wrong" })),
    expectStatus("rejects a body that is no JSON", 400, connector.call("begin", "{", headers)),
    expectStatus("rejects an order without a company", 400, connector.call("begin", "{}", headers)),
    expectStatus(
      "rejects a company that it does not serve",
      422,
      connector.call("begin", order.replace(company, "xx-nobody"), headers)
    ),
    ...["resume", "document", "cancel"].map((name) =>
      expectStatus(`rejects a session that it did not make, in ${name}`, 422, connector.call(name, unknown, headers))
    )
  ])
}

const faultOfStep = (answer: RecordedAnswer, before: CollectionStatus) => {
  const decoded = RemoteConnector.decodeReceived(
    Predicate.isObject(answer.step) ? { ...answer.step, session: "" } : answer.step
  )
  if (Result.isFailure(decoded)) return { fault: decoded.failure, status: before }
  const { misfits, step } = decoded.success
  const { status, type } = step
  if (misfits.length > 0) return { fault: misfits.join("; "), status }
  if (status === before ? isFinal(status) : !canTransition(before, status)) {
    return { fault: `${status} cannot follow ${before}`, status }
  }
  return { fault: isFinal(status) === (type === "END") ? undefined : `${status} in a step of type ${type}`, status }
}

export const checkSteps = ({ calls }: Cassette, answers: ReadonlyArray<RecordedAnswer>): Finding => {
  let before: CollectionStatus = initialStatus
  const faults: Array<string> = []
  for (const [index, answer] of answers.entries()) {
    const { call } = calls[index] ?? {}
    if (call !== "begin" && call !== "resume") continue
    if (answer.status !== 200) {
      faults.push(`call ${index + 1} was answered with ${answer.status}`)
      continue
    }
    const { fault, status } = faultOfStep(answer, before)
    if (fault !== undefined) faults.push(`call ${index + 1}: ${fault}`)
    before = status
  }
  const rule = "takes steps that follow the protocol and the status table"
  return judge(rule, faults.length === 0 ? undefined : faults.join("; "))
}
