/** The one connector of all simulated companies: a scenario's beats as steps (architecture: a connector is a stepper). */
import { make as reasonOf } from "@sheaf/domain/FailureReason"
import { ConnectorError } from "@sheaf/ports"
import type { Collected, Connector, DocumentContent, Step } from "@sheaf/ports"
import { Cache, Clock, Effect, Redacted } from "effect"
import { companies } from "./companies/Companies.ts"
import type { Company } from "./companies/Company.ts"
import { contentType } from "./letters/DocumentReferences.ts"
import type { Letter } from "./letters/Letter.ts"
import * as Pdf from "./letters/Pdf.ts"
import * as PersonalData from "./records/PersonalData.ts"
import { randomFrom } from "./records/Random.ts"
import type { Ask, End, Show } from "./scenarios/Beat.ts"
import { identityOf } from "./scenarios/Credentials.ts"
import { opening } from "./scenarios/ElectronicIdOrder.ts"
import * as Interpreter from "./scenarios/Interpreter.ts"
import * as Pace from "./scenarios/Pace.ts"
import * as Session from "./scenarios/Session.ts"

/** How many people's data, and how many set letters, are kept so that they need not be made again. */
const dataKept = 256
const lettersKept = 512

/** Whose data: the person behind an identity, at the company with an id. */
interface Whose {
  readonly company: string
  readonly identity: string
}

/** Nothing that repeating would mend: the session is not ours, or the signal is not what it waits for. */
const broken = new ConnectorError({ reason: "BROKEN" })

const byId: ReadonlyMap<string, Company> = new Map(companies.map((company) => [company.id, company]))

const companyOf = (id: string): Effect.Effect<Company, ConnectorError> => {
  const company = byId.get(id)
  return company === undefined ? Effect.fail(broken) : Effect.succeed(company)
}

const pollOf = ({ order, status }: Show, session: Session.Session, now: number): Step => {
  const afterMillis = Pace.pause(session.method, session.identity, session.at)
  return order === undefined
    ? { _tag: "Poll", status, afterMillis, session: Session.encode(session) }
    : {
        _tag: "Poll",
        status,
        ...opening(session.method, session.identity, now),
        afterMillis,
        session: Session.encode(session)
      }
}

const askOf = ({ information, question, reference, status }: Ask, session: Session.Session): Step => ({
  _tag: "Ask",
  status,
  question,
  information: reference
    ? { ...information, REFERENCE_NUMBER: randomFrom("reference", session.identity).digits(8) }
    : information,
  session: Session.encode(session)
})

const endOf = ({ reason, status }: End, session: Session.Session, collected: Collected | undefined): Step => ({
  _tag: "End",
  status,
  session: Session.encode(session),
  ...(reason !== undefined && { reason: reasonOf(reason) }),
  ...(collected !== undefined && { collected })
})

export const make: Effect.Effect<Connector> = Effect.gen(function* () {
  const data = yield* Cache.make({
    capacity: dataKept,
    lookup: ({ company, identity }: Whose) =>
      Effect.map(companyOf(company), (found) => PersonalData.draw(found, identity))
  })
  const setLetter = yield* Pdf.make
  const letters = yield* Cache.make({ capacity: lettersKept, lookup: (letter: Letter) => setLetter(letter) })

  const dataOf = ({ company, identity }: Session.Session) => Cache.get(data, { company, identity })

  const collect = ({ share }: End, session: Session.Session) =>
    share === undefined
      ? Effect.succeed(undefined)
      : Effect.map(dataOf(session), (drawn) => PersonalData.share(drawn, session.products, share))

  const stepAt = Effect.fnUntraced(function* (company: Company, session: Session.Session) {
    const beat = Interpreter.beatAt(company, session)
    switch (beat?.type) {
      case undefined:
        return yield* broken
      case "Show":
        // The only look at the clock: an animated QR code counts the seconds since its order was made.
        return pollOf(beat, session, yield* Clock.currentTimeMillis)
      case "Ask":
        return askOf(beat, session)
      case "End":
        return endOf(beat, session, yield* collect(beat, session))
    }
  })

  return {
    begin: Effect.fnUntraced(function* ({ company: id, login, loginMethod, products }) {
      const company = yield* companyOf(id)
      const identity = identityOf(Redacted.value(login))
      return yield* stepAt(company, { company: id, products, method: loginMethod, identity, at: 0 })
    }),
    resume: Effect.fnUntraced(function* (text, signal) {
      const session = yield* Session.parse(text)
      const company = yield* companyOf(session.company)
      const cue = signal._tag === "Tick" ? "PAUSE_OVER" : Redacted.value(signal.input)
      const next = Interpreter.next(company, session, cue)
      return next === undefined ? yield* broken : yield* stepAt(company, next)
    }),
    document: Effect.fnUntraced(function* (text, documentId) {
      const letter = PersonalData.letterOf(yield* dataOf(yield* Session.parse(text)), documentId)
      if (letter === undefined) return yield* broken
      return { contentType, bytes: yield* Cache.get(letters, letter) } satisfies DocumentContent
    })
  }
})
