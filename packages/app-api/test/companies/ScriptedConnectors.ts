/** Scripts for connectors, one slow and one that fails halfway, which {@link PlayedConnectors} plays. */
import { Answers } from "@sheaf/adapters-http/testing"
import type { Part } from "./PlayedConnectors.ts"

const session = "a-session"

const json = (body: unknown): Answers.ScriptedAnswer => Answers.answer(200, JSON.stringify(body))

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
  (first: Part): Part =>
  (call) => {
    if (call.name === "begin") return first(call)
    return call.name === "resume" ? found : Answers.answer(204, "")
  }

const fine = beginning(() => reading)

/** Holds responses back until they are released. */
const held = () => {
  const waiting: Array<() => void> = []
  return {
    waiting,
    hold:
      (answer: Answers.ScriptedAnswer): Answers.ScriptedAnswer =>
      (response) =>
        void waiting.push(() => answer(response)),
    release: () => waiting.splice(0).forEach((tell) => tell())
  }
}

export const patience = held()

/** The parts by company. */
export const parts: Readonly<Record<string, Part>> = {
  "fr-bien": fine,
  "fr-certificat": fine,
  "fr-patient": beginning(() => patience.hold(reading)),
  "fr-parti": ({ name }) => (name === "begin" ? reading : Answers.answer(name === "resume" ? 500 : 204, ""))
}
