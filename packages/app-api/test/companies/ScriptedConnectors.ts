/** Scripts for connectors, one slow and one that fails halfway, which {@link ConnectorServers} plays. */
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

/** A sound connector whose response to `begin` is `first`. */
const beginning =
  (first: ConnectorScript): ConnectorScript =>
  (call) => {
    if (call.name === "begin") return first(call)
    return call.name === "resume" ? found : ScriptedResponses.completeResponse(204, "")
  }

const fine = beginning(() => reading)

/** Holds responses back until they are released. */
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

/** The parts by company. */
export const scripts: Readonly<Record<string, ConnectorScript>> = {
  "fr-bien": fine,
  "fr-certificat": fine,
  "fr-patient": beginning(() => heldResponse.hold(reading)),
  "fr-parti": ({ name }) =>
    name === "begin" ? reading : ScriptedResponses.completeResponse(name === "resume" ? 500 : 204, "")
}
