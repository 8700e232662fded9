/** The parts of connectors that fail in every way, and of some that do not, for {@link PlayedConnectors}. */
import { Answers } from "@sheaf/adapters-http/testing"
import type { Part } from "./PlayedConnectors.ts"

/** Stands in everything that is sent back and forth, and nowhere else. */
export const unseen = "nobody-may-see-this"
export const secret = `secret-${unseen}`
export const session = `session-${unseen}`

export const megabyte = 1024 * 1024

const json = (body: unknown, status = 200): Answers.ScriptedAnswer => Answers.answer(status, JSON.stringify(body))

const problem = (status: number): Answers.ScriptedAnswer =>
  Answers.answer(status, JSON.stringify({ title: unseen }), { "content-type": "application/problem+json" })

const reading = json({ type: "POLL", status: "COLLECTING", session, afterMillis: 0 })

const record = (documents: ReadonlyArray<string>) => ({
  id: "policy",
  insurance: {
    insuranceType: "vehicleInsurance",
    insuranceSubType: "car",
    market: "fr",
    insuranceCompany: unseen,
    insuranceNumber: unseen
  },
  documents: documents.map((documentId) => ({ documentId, name: `${documentId}.txt`, contentType: "text/plain" }))
})

const found = (documents: ReadonlyArray<string> = []): Answers.ScriptedAnswer =>
  json({
    type: "END",
    status: "COMPLETED",
    session,
    collected: { insurance: [record(documents)], wealth: [], missing: [] }
  })

/** A connector whose answer to `begin` is `first`, and that has nothing to hide otherwise. */
const beginning =
  (first: Part): Part =>
  (call) => {
    if (call.name === "begin") return first(call)
    return call.name === "resume" ? found() : Answers.answer(204, "")
  }

export const fine = beginning(() => reading)

/** So many times there is no good answer, and then one. */
const failing =
  (times: number, bad: Answers.ScriptedAnswer): Part =>
  ({ before }) =>
    before < times ? bad : reading

/** Says what is so, and holds back what is to be told until it is released. */
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

/** Sends for as long as somebody reads, and never tells how much it is going to be. */
const endless: Answers.ScriptedAnswer = (response) => {
  const chunk = Buffer.alloc(megabyte, "x")
  let bytes = 0
  const go = () => {
    do bytes += chunk.length
    while (response.write(chunk))
    response.once("drain", go)
  }
  response.on("close", () => written.push(bytes))
  go()
}

export const elsewhere = "fr-ailleurs"

interface Fault {
  readonly what: string
  readonly company: string
  readonly part: Part
  readonly ends: string
  readonly reason?: string
  /** For those whose time has to be over. */
  readonly timeoutSeconds?: 1
}

const unreachable = { ends: "THIRD_PARTY_ERROR", reason: "COMPANY_UNREACHABLE" }
const companyError = { ends: "THIRD_PARTY_ERROR", reason: "COMPANY_ERROR" }
const broken = { ends: "FAILED", reason: "CONNECTOR_ERROR" }

/** The faults, of which one redirects to another connector. */
export const faultsWith = (otherUrl: () => string): ReadonlyArray<Fault> => [
  {
    what: "does not answer in time",
    company: "fr-lent",
    part: () => Answers.silence,
    ...unreachable,
    timeoutSeconds: 1
  },
  {
    what: "does not come to the end of its answer",
    company: "fr-bavard",
    part: () => Answers.slowBody,
    ...unreachable,
    timeoutSeconds: 1
  },
  { what: "cuts the connection", company: "fr-coupe", part: () => Answers.cut, ...unreachable },
  { what: "sends half a body", company: "fr-moitie", part: () => Answers.halfBody, ...unreachable },
  { what: "speaks another protocol", company: "fr-protocole", part: () => Answers.otherProtocol, ...unreachable },
  { what: "cannot answer now", company: "fr-repos", part: () => problem(503), ...unreachable },
  { what: "cannot reach the company", company: "fr-loin", part: () => problem(504), ...unreachable },
  { what: "fails", company: "fr-panne", part: () => problem(500), ...companyError },
  { what: "tells that the company failed", company: "fr-erreur", part: () => problem(502), ...companyError },
  { what: "refuses what it is asked", company: "fr-refus", part: () => problem(422), ...broken },
  { what: "sends no JSON", company: "fr-charabia", part: () => Answers.answer(200, `{"${unseen}"`), ...broken },
  { what: "sends JSON of another shape", company: "fr-autre", part: () => json({ type: unseen }), ...broken },
  {
    what: "sends 100 MB",
    company: "fr-enorme",
    part: () => Answers.huge((bytes) => written.push(bytes)),
    ...broken
  },
  { what: "sends without end", company: "fr-sansfin", part: () => endless, ...broken },
  {
    what: "sends the caller elsewhere",
    company: "fr-renvoi",
    part: () => Answers.answer(307, "", { location: `${otherUrl()}/v1/begin?${unseen}` }),
    ...broken
  },
  {
    what: "asks, and does not show what for",
    company: "fr-muet",
    part: () => json({ type: "ASK", status: "TWO_FACTOR_PENDING", session, asks: "TWO_FACTOR_CODE" }),
    ...broken
  },
  {
    what: "names a status that may not follow",
    company: "fr-desordre",
    part: beginning(() => json({ type: "POLL", status: "WAITING_FOR_USER_ACTION", session, afterMillis: 0 })),
    ends: "FAILED",
    reason: "UNEXPECTED_STATUS"
  },
  {
    what: "has a bad moment, and then answers",
    company: "fr-moment",
    part: beginning(failing(2, problem(503))),
    ends: "COMPLETED"
  }
]

/** What a connector is asked for, by the `documentId`. */
const documents: Readonly<Record<string, Part>> = {
  fine: () => Answers.answer(200, unseen, { "content-type": "text/plain;charset=utf-8" }),
  late: ({ before }) => (before < 1 ? Answers.cut : Answers.answer(200, unseen, { "content-type": "text/plain" })),
  large: () => Answers.answer(200, Buffer.alloc(21 * megabyte)),
  hanging: () => Answers.silence
}

const documented: Part = (call) => {
  if (call.name === "begin") return reading
  if (call.name === "resume") return found(Object.keys(documents))
  const { documentId }: { readonly documentId: string } = JSON.parse(call.body)
  return documents[documentId]?.(call) ?? problem(422)
}

const withSecret: Part = (call) => (call.headers.authorization === `Bearer ${secret}` ? fine(call) : problem(401))

export const others: Readonly<Record<string, Part>> = {
  [elsewhere]: fine,
  "fr-bien": fine,
  "fr-patient": beginning(() => patience.hold(reading)),
  "fr-parti": ({ name }) => (name === "begin" ? reading : name === "resume" ? problem(500) : Answers.answer(204, "")),
  "fr-secret": withSecret,
  "fr-faux": withSecret,
  "fr-papiers": documented,
  "fr-faible": beginning(failing(2, Answers.cut)),
  "fr-absent": () => Answers.cut,
  "ee-rannakindlustus": fine
}
