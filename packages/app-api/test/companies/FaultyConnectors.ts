/** Scripts for faulty and sound connectors, played by {@link PlayedConnectors}. */
import { Answers } from "@sheaf/adapters-http/testing"
import type { Part } from "./PlayedConnectors.ts"

/** A text that is part of every secret that connectors and service exchange. */
export const unseen = "nobody-may-see-this"
export const secret = `secret-${unseen}`
export const session = `session-${unseen}`

export const megabyte = 1024 * 1024

const json = (body: unknown, status = 200): Answers.ScriptedAnswer => Answers.answer(status, JSON.stringify(body))

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

/** A sound connector, except that its response to `begin` is `first`. */
const beginning =
  (first: Part): Part =>
  (call) => {
    if (call.name === "begin") return first(call)
    return call.name === "resume" ? found : Answers.answer(204, "")
  }

export const fine = beginning(() => reading)

/** Returns `bad` a number of times, and then succeeds. */
const failing =
  (times: number, bad: Answers.ScriptedAnswer): Part =>
  ({ before }) =>
    before < times ? bad : reading

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

export const written: Array<number> = []

export const elsewhere = "fr-ailleurs"

interface Fault {
  readonly what: string
  readonly company: string
  readonly part: Part
  readonly ends: string
  readonly reason?: string
  /** The timeout of connectors that never respond. */
  readonly timeoutSeconds?: 1
}

const broken = { ends: "FAILED", reason: "CONNECTOR_ERROR" }

/** One fault of each kind. The tests of adapters-http cover the others. One script redirects to another connector. */
export const faultsWith = (otherUrl: () => string): ReadonlyArray<Fault> => [
  {
    what: "times out",
    company: "fr-lent",
    part: () => Answers.silence,
    ends: "THIRD_PARTY_ERROR",
    reason: "COMPANY_UNREACHABLE",
    timeoutSeconds: 1
  },
  {
    what: "reports a failure of the company",
    company: "fr-erreur",
    part: () => problem(502),
    ends: "THIRD_PARTY_ERROR",
    reason: "COMPANY_ERROR"
  },
  { what: "rejects the request", company: "fr-refus", part: () => problem(422), ...broken },
  {
    what: "sends 100 MB",
    company: "fr-enorme",
    part: () => Answers.huge((bytes) => written.push(bytes)),
    ...broken
  },
  {
    what: "redirects",
    company: "fr-renvoi",
    part: () => Answers.answer(307, "", { location: `${otherUrl()}/v1/begin?${unseen}` }),
    ...broken
  },
  {
    what: "returns a status that cannot follow",
    company: "fr-desordre",
    part: beginning(() => json({ type: "POLL", status: "WAITING_FOR_USER_ACTION", session, afterMillis: 0 })),
    ends: "FAILED",
    reason: "UNEXPECTED_STATUS"
  },
  {
    what: "fails twice and then succeeds",
    company: "fr-moment",
    part: beginning(failing(2, problem(503))),
    ends: "COMPLETED"
  }
]

const withSecret: Part = (call) => (call.headers.authorization === `Bearer ${secret}` ? fine(call) : problem(401))

export const others: Readonly<Record<string, Part>> = {
  [elsewhere]: fine,
  "fr-bien": fine,
  "fr-patient": beginning(() => patience.hold(reading)),
  "fr-parti": ({ name }) => (name === "begin" ? reading : name === "resume" ? problem(500) : Answers.answer(204, "")),
  "fr-secret": withSecret,
  "fr-faux": withSecret,
  "fr-faible": beginning(failing(2, Answers.cut)),
  "fr-absent": () => Answers.cut,
  "ee-rannakindlustus": fine
}
