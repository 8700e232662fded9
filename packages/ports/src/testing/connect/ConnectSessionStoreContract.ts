/** The contract of {@link ConnectSessionStore} (spec 13). */
import { assert, layer } from "@effect/vitest"
import { Effect, Option, Redacted } from "effect"
import type { Layer } from "effect"
import { ConnectSessionStore } from "../../connect/ConnectSessionStore.ts"
import * as Sample from "../samples/ConnectSessionSample.ts"
import type {
  ConnectSessionChange,
  EndedConnectSession,
  NewConnectSession,
  StoredConnectSession
} from "../../connect/ConnectSessionStore.ts"
import type { DueProcesses } from "../../processes/DueProcesses.ts"
import type { EventStore } from "../../events/EventStore.ts"
import { allEvents } from "../events/EventFixture.ts"
import type { CollectionStore } from "../../collections/CollectionStore.ts"
import { withheldEventTests } from "./WithheldEvents.ts"
import type { ClientStore } from "../../auth/ClientStore.ts"
import { UserStore } from "../../users/UserStore.ts"
import * as Fixture from "../samples/Fixture.ts"
import { isDue } from "../samples/ProcessContract.ts"

const createdAt = Fixture.startTime
const later = createdAt + 60_000

const secret = (letter: string) => Redacted.make(letter.repeat(43))
const link = secret("l")
const browser = secret("b")

const newSession = Effect.fnUntraced(function* (more: Partial<NewConnectSession> = {}) {
  const connectSessionId = yield* Fixture.newId
  const clientId = more.clientId ?? (yield* Fixture.newClient)
  return Sample.make({ connectSessionId, clientId, createdAt, expiresAt: later, ...more })
})

const added = Effect.fnUntraced(function* (more: Partial<NewConnectSession> = {}) {
  const session = yield* newSession(more)
  assert.isTrue(yield* (yield* ConnectSessionStore).add(session, link))
  const stored: StoredConnectSession = { ...session, isBound: false }
  return stored
})

const open = ({ expiresAt, progress }: StoredConnectSession): ConnectSessionChange => ({
  status: "OPEN",
  expiresAt,
  progress
})

const ended = (
  session: StoredConnectSession,
  endedAt: number,
  discardAt?: number
): ConnectSessionChange & EndedConnectSession => ({
  status: "EXPIRED",
  endedAt,
  expiresAt: session.expiresAt,
  progress: { steps: [{ at: endedAt, step: "EXPIRED" }] },
  ...(discardAt !== undefined && { discardAt })
})

const isKept = ({ clientId, connectSessionId }: StoredConnectSession) =>
  Effect.flatMap(ConnectSessionStore, (store) => Effect.map(store.find(clientId, connectSessionId), Option.isSome))

export const connectSessionStoreContract = <E>(
  name: string,
  adapter: Layer.Layer<ClientStore | CollectionStore | ConnectSessionStore | DueProcesses | EventStore | UserStore, E>
) =>
  layer(adapter)(`the Connect session store contract: ${name}`, (it) => {
    const test = Fixture.testsOf(it, ConnectSessionStore)

    withheldEventTests(it)

    test("returns a session as it was added, to its client and to its link", function* (store) {
      const session = yield* added({
        terms: {
          company: "se-nordhem",
          market: "se",
          products: ["WEALTH"],
          loginMethods: ["EMAIL"],
          locale: "sv",
          psd2Ais: { balances: false },
          sessionMetadata: { SESSION_ID: "case" },
          hints: { company: "se-nordhem", username: "maja" },
          codeChallenge: "c".repeat(43),
          returnTo: { returnUrl: "https://app.example/back", state: "s" }
        }
      })
      const { clientId, connectSessionId } = session
      assert.deepStrictEqual(yield* store.find(clientId, connectSessionId), Option.some(session))
      assert.deepStrictEqual(yield* store.byLink(connectSessionId, link), Option.some(session))
    })

    test("hides sessions from other clients, links and browsers", function* (store) {
      const [session, other] = [yield* added(), yield* added()]
      assert.isTrue(Option.isNone(yield* store.find(other.clientId, session.connectSessionId)))
      assert.isTrue(Option.isNone(yield* store.byLink(session.connectSessionId, secret("x"))))
      assert.isTrue(Option.isNone(yield* store.byBrowser(session.connectSessionId, browser)))
      for (const id of Fixture.nonexistentIds) {
        assert.isTrue(Option.isNone(yield* store.find(session.clientId, id)))
        assert.isTrue(Option.isNone(yield* store.byLink(id, link)))
      }
    })

    test("binds a session to one browser, even if two open it at once", function* (store) {
      const session = yield* added()
      const change = { ...open(session), expiresAt: later + 1 }
      const bound = yield* Fixture.runConcurrently(
        [browser, secret("c")].map((each) => store.bind(session, each, change))
      )
      assert.deepStrictEqual(bound.toSorted(), [false, true])
      const winner = bound[0] ? browser : secret("c")
      const found = Option.getOrThrow(yield* store.byBrowser(session.connectSessionId, winner))
      assert.deepInclude(found, { isBound: true, revision: 2, expiresAt: later + 1 })
      // A browser's secret for one session does not work for another.
      const other = yield* added()
      assert.isTrue(Option.isNone(yield* store.byBrowser(other.connectSessionId, winner)))
    })

    test("binds a session to its newest window as well", function* (store) {
      const session = yield* added()
      const idOf = (secretOf: Redacted.Redacted) =>
        Effect.map(store.byBrowser(session.connectSessionId, secretOf), Option.isSome)
      assert.deepStrictEqual(yield* store.byId(session.connectSessionId), Option.some(session))
      assert.isTrue(Option.isNone(yield* store.byId(yield* Fixture.newId)))
      assert.isTrue(yield* store.bind(session, browser, open(session)))
      for (const window of [secret("v"), secret("w")]) {
        const found = Option.getOrThrow(yield* store.byId(session.connectSessionId))
        assert.isTrue(yield* store.bind(found, window, open(found), "window"))
        assert.isFalse(yield* store.bind(found, window, open(found), "window"))
        assert.isTrue(yield* idOf(window))
        assert.isTrue(yield* idOf(browser))
      }
      assert.isFalse(yield* idOf(secret("v")))
    })

    test("changes a session only as it was read", function* (store) {
      const session = yield* added()
      assert.isTrue(yield* store.change(session, ended(session, later)))
      assert.isFalse(yield* store.change(session, ended(session, later)))
      const found = Option.getOrThrow(yield* store.find(session.clientId, session.connectSessionId))
      assert.deepInclude(found, { status: "EXPIRED", endedAt: later, revision: 2 })
      assert.deepStrictEqual(found.progress, { steps: [{ at: later, step: "EXPIRED" }] })
    })

    test("adds an event in the transaction that ends a session", function* (store) {
      const session = yield* added()
      const { clientId, connectSessionId } = session
      const typesOf = Effect.map(allEvents(clientId), (events) => events.map(({ facts, type }) => ({ type, facts })))
      yield* store.change(session, open(session))
      assert.deepStrictEqual(yield* typesOf, [])
      const found = Option.getOrThrow(yield* store.find(clientId, connectSessionId))
      yield* store.change(found, { ...ended(found, later), status: "COMPLETED" })
      // The second change is based on an outdated session, so it adds no event.
      yield* store.change(found, ended(found, later))
      assert.deepStrictEqual(yield* typesOf, [
        {
          type: "connect_session.completed",
          facts: { connectSessionId, purpose: "COLLECT", status: "COMPLETED", createdAt, endedAt: later }
        }
      ])
    })

    test("is due at the end of an open session, and when an ended one is to be discarded", function* (store) {
      const [overdue, open, unconfirmed] = [yield* added(), yield* added({ expiresAt: later + 1 }), yield* added()]
      yield* store.change(unconfirmed, ended(unconfirmed, later, later))
      const dueBefore = (each: StoredConnectSession, before: number) =>
        isDue("connect_session", each.connectSessionId, before)
      assert.isTrue(yield* dueBefore(overdue, later + 1))
      assert.isFalse(yield* dueBefore(open, later + 1))
      assert.isTrue(yield* dueBefore(unconfirmed, later + 1))
      assert.isFalse(yield* dueBefore(unconfirmed, later))
      assert.isTrue(Option.isSome(yield* store.due(unconfirmed.connectSessionId)))
      const over = yield* added()
      yield* store.change(over, ended(over, later))
      assert.isTrue(Option.isNone(yield* store.due(over.connectSessionId)))
      assert.isFalse(yield* dueBefore(over, later + 1_000_000))
    })

    test("erases ended sessions, except those with something to discard", function* (store) {
      const [old, recent, unconfirmed, open] = [yield* added(), yield* added(), yield* added(), yield* added()]
      yield* store.change(old, ended(old, later))
      yield* store.change(recent, ended(recent, later + 1))
      yield* store.change(unconfirmed, ended(unconfirmed, later, later + 5))
      yield* store.eraseEnded(later)
      assert.isFalse(yield* isKept(old))
      for (const each of [recent, unconfirmed, open]) assert.isTrue(yield* isKept(each))
    })

    test("erases the sessions of a user, and adds none for an erased user", function* (store) {
      const users = yield* UserStore
      const clientId = yield* Fixture.newClient
      const userId = yield* Fixture.newId
      yield* users.create({ userId, clientId, externalId: "customer-1", createdAt })
      const [own, other] = [yield* added({ clientId, userId }), yield* added({ clientId })]
      yield* store.eraseOfUser(clientId, userId)
      assert.isFalse(yield* isKept(own))
      assert.isTrue(yield* isKept(other))
      yield* users.erase(clientId, userId, later)
      assert.isFalse(yield* store.add(yield* newSession({ clientId, userId }), link))
    })
  })
