/** Scripts for the connectors of {@link ConnectorServers}, including a slow one and one that fails halfway. */
import { ScriptedResponses } from "@sheaf/adapters-http/testing"
import type { ConnectorScript } from "./ConnectorServers.ts"

const session = "a-session"

const json = (body: unknown): ScriptedResponses.ScriptedResponse =>
  ScriptedResponses.completeResponse(200, JSON.stringify(body))

const reading = json({ type: "POLL", status: "COLLECTING", session, afterMillis: 0 })

const record = {
  id: "policy",
  insurance: {
    insuranceType: "vehicleInsurance",
    insuranceSubType: "car",
    market: "fr",
    insuranceCompany: "Bien",
    insuranceNumber: "1"
  },
  documents: []
}

const found = json({
  type: "END",
  status: "COMPLETED",
  session,
  collected: { insurance: [record], wealth: [], missing: [] }
})

const beginning =
  (first: ConnectorScript): ConnectorScript =>
  (call) => {
    if (call.name === "begin") return first(call)
    return call.name === "resume" ? found : ScriptedResponses.completeResponse(204, "")
  }

const fine = beginning(() => reading)

const held = () => {
  const waiting: Array<() => void> = []
  return {
    waiting,
    hold:
      (answer: ScriptedResponses.ScriptedResponse): ScriptedResponses.ScriptedResponse =>
      (response) =>
        void waiting.push(() => answer(response)),
    release: () => waiting.splice(0).forEach((tell) => tell())
  }
}

export const heldResponse = held()

export const scripts: Readonly<Record<string, ConnectorScript>> = {
  "fr-bien": fine,
  "fr-certificat": fine,
  "fr-patient": beginning(() => heldResponse.hold(reading)),
  "fr-parti": ({ name }) =>
    name === "begin" ? reading : ScriptedResponses.completeResponse(name === "resume" ? 500 : 204, "")
}
