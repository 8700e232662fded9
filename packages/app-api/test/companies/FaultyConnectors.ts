/**
 * Scripts for faulty and sound connectors, which {@link PlayedConnectors} plays. The tests of adapters-http cover more
 * faults.
 */
import { Answers } from "@sheaf/adapters-http/testing"
import type { Part } from "./PlayedConnectors.ts"

/** A text that is part of every secret exchanged by connectors and the service. */
export const unseen = "nobody-may-see-this"
export const secret = `secret-${unseen}`
export const session = `session-${unseen}`

const json = (body: unknown): Answers.ScriptedAnswer => Answers.answer(200, JSON.stringify(body))

const problem = (status: number): Answers.ScriptedAnswer =>
  Answers.answer(status, JSON.stringify({ title: unseen }), { "content-type": "application/problem+json" })

const reading = json({ type: "POLL", status: "COLLECTING", session, afterMillis: 0 })

const record = {
  id: "policy",
  insurance: {
    insuranceType: "vehicleInsurance",
    insuranceSubType: "car",
    market: "fr",
    insuranceCompany: unseen,
    insuranceNumber: unseen
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

const withSecret: Part = (call) => (call.headers.authorization === `Bearer ${secret}` ? fine(call) : problem(401))

/** The parts by company. */
export const parts: Readonly<Record<string, Part>> = {
  "fr-bien": fine,
  "fr-certificat": fine,
  "fr-patient": beginning(() => patience.hold(reading)),
  "fr-parti": ({ name }) => (name === "begin" ? reading : name === "resume" ? problem(500) : Answers.answer(204, "")),
  "fr-secret": withSecret,
  "fr-faux": withSecret
}
