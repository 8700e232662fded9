/** The contract of {@link AuditLog}. It also tests that writes to other stores are recorded (spec 14.4). */
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Exit, Option } from "effect"
import type { Layer, Scope } from "effect"
import { TestClock } from "effect/testing"
import { AuditCrypto, genesisHash } from "../../audit/AuditCrypto.ts"
import { AuditLog, CurrentActor } from "../../audit/AuditLog.ts"
import type { AuditedAction, ChainedRecord, Checkpoint } from "../../audit/AuditLog.ts"
import type { CollectionStore } from "../../collections/CollectionStore.ts"
import { IdempotencyKeyStore } from "../../idempotency/IdempotencyKeys.ts"
import { ClientStore } from "../../auth/ClientStore.ts"
import { UserStore } from "../../users/UserStore.ts"
import * as Fixture from "../samples/Fixture.ts"
import * as Text from "../samples/Text.ts"

const start = { chain: -1, seq: 0 }

const all = Effect.flatMap(AuditLog, (log) => log.after(start, 10_000))

const about = (id: string) => Effect.map(all, (records) => records.filter(({ text }) => text.includes(id)))

const checkChains = Effect.gen(function* () {
  const log = yield* AuditLog
  const { hashAfter } = yield* AuditCrypto
  const last = new Map<number, Pick<ChainedRecord, "hash" | "seq">>()
  for (const { kind, ...checkpoint } of yield* log.checkpoints) {
    if (kind === "PRUNED") last.set(checkpoint.chain, checkpoint)
  }
  for (const { chain, hash, seq, text } of yield* all) {
    const before = last.get(chain) ?? { seq: 0, hash: genesisHash }
    assert.strictEqual(seq, before.seq + 1)
    assert.deepStrictEqual(hash, hashAfter(before.hash, text))
    last.set(chain, { hash, seq })
  }
  for (const { chain, seq } of yield* log.heads) assert.strictEqual(last.get(chain)?.seq ?? 0, seq)
})

const read = (collectionId: string): AuditedAction => ({ action: "DATA_READ", subject: { collectionId } })

type Stores = AuditCrypto | AuditLog | ClientStore | CollectionStore | IdempotencyKeyStore | UserStore

/** `another` opens the same log again, as a second process would. */
export const auditLogContract = <E, R>(
  name: string,
  adapter: Layer.Layer<Stores | R, E>,
  another: Effect.Effect<AuditLog["Service"], never, Scope.Scope | Stores | R>
) =>
  layer(adapter)(`the audit log contract: ${name}`, (it) => {
    const test = Fixture.testsOf(it, AuditLog)

    test("finds the newest records that mention an id", function* (log) {
      const [id, other] = [yield* Fixture.newId, yield* Fixture.newId]
      yield* log.append(read(id))
      yield* log.append(read(other))
      yield* TestClock.adjust("1 minute")
      const since = yield* Clock.currentTimeMillis
      const actor = { type: "COMMAND_LINE", operator: "root" } as const
      const looked = log.append({ action: "STORY_READ", subject: {} })
      yield* Effect.provideService(looked, CurrentActor, { actor, requestId: id })
      const actionsOf = (records: ReadonlyArray<ChainedRecord>) => records.map(({ text }) => JSON.parse(text).action)
      const all = yield* log.mentioning(id)
      assert.deepStrictEqual(actionsOf(all.records), ["STORY_READ", "DATA_READ"])
      assert.isTrue(all.isComplete)
      assert.deepStrictEqual(actionsOf((yield* log.mentioning(id, since)).records), ["STORY_READ"])
      assert.deepStrictEqual((yield* log.mentioning(yield* Fixture.newId)).records, [])
    })

    test("records an action with its write, its time and its actor", function* (log) {
      const clientId = yield* Fixture.newClient
      const userId = yield* Fixture.newId
      const at = yield* Clock.currentTimeMillis
      const user = { userId, clientId, externalId: `person-${userId}`, createdAt: Fixture.startTime }
      const write = log.within({ action: "USER_CREATED", subject: { userId } }, (yield* UserStore).create(user))
      const actor = { type: "KEY", clientId, keyId: "abc" } as const
      yield* Effect.provideService(write, CurrentActor, { actor, requestId: "request", certificate: "01" })
      const [record, ...more] = yield* about(userId)
      assert.isEmpty(more)
      const { chain, recordId: _, seq, ...rest } = JSON.parse(record?.text ?? "{}")
      assert.deepStrictEqual([chain, seq], [record?.chain, record?.seq])
      assert.deepStrictEqual(rest, {
        at,
        action: "USER_CREATED",
        actor,
        subject: { userId },
        requestId: "request",
        certificate: "01"
      })
    })

    test("records nothing if the write has no effect or fails", function* (log) {
      const clients = yield* ClientStore
      const id = yield* Fixture.newId
      assert.isFalse(yield* log.within({ action: "KEY_REVOKED", subject: { keyId: id } }, clients.revokeKey(id)))
      const failing = clients.addReturnUrl(`client-${id}`, "https://brask.example/")
      assert.isTrue(
        Exit.isFailure(
          yield* Effect.exit(log.within({ action: "RETURN_URL_ADDED", subject: { clientId: id } }, failing))
        )
      )
      assert.isEmpty(yield* about(id))
    })

    test("records a request with a key once", function* (log) {
      const clientId = yield* Fixture.newClient
      const users = yield* UserStore
      const keys = yield* IdempotencyKeyStore
      const record = {
        id: Text.blindIndexOf(yield* Fixture.newId),
        request: Text.blindIndexOf("a"),
        clientId,
        at: 0,
        until: 1
      }
      const create = Effect.gen(function* () {
        const userId = yield* Fixture.newId
        const user = { userId, clientId, externalId: userId, createdAt: Fixture.startTime }
        const write = log.within({ action: "USER_CREATED", subject: { clientId, userId } }, users.create(user))
        return yield* keys.within(record, { id: userId, isNew: true }, write)
      })
      const exits = yield* Fixture.runConcurrently([1, 2, 3].map(() => Effect.exit(create)))
      assert.lengthOf(exits.filter(Exit.isSuccess), 1)
      assert.lengthOf(yield* about(clientId), 1)
    })

    test("keeps each chain whole under concurrent writes of several processes", function* (log) {
      const other = yield* another
      const clientId = yield* Fixture.newClient
      const clients = yield* ClientStore
      const writes = Array.from({ length: 60 }, (_, number) => {
        const subject = { clientId, returnUrl: `https://brask.example/${number}` }
        const write = clients.addReturnUrl(clientId, subject.returnUrl)
        const from = number % 2 === 0 ? log : other
        return number % 3 === 0
          ? from.within({ action: "RETURN_URL_ADDED", subject }, write)
          : from.append({ action: "DATA_READ", subject })
      })
      yield* Fixture.runConcurrently(writes)
      assert.lengthOf(yield* about(clientId), writes.length)
      yield* checkChains
    })

    test("commits to the caller's address, which only the sealed address with its salt fits", function* (log) {
      const id = yield* Fixture.newId
      const address = "192.0.2.7"
      const append = Effect.provideService(log.append(read(id)), CurrentActor, { actor: { type: "SERVICE" }, address })
      yield* append
      yield* append
      const [record, other] = yield* about(id)
      if (record === undefined || other === undefined) return assert.fail("the records are missing")
      for (const { text } of [record, other]) {
        assert.notInclude(text, address)
        assert.match(text, /"addressHash":"[\w-]{43}"/)
      }
      const hashOf = ({ text }: ChainedRecord) => /"addressHash":"([^"]+)"/.exec(text)?.[1]
      assert.notStrictEqual(hashOf(record), hashOf(other))
      assert.deepStrictEqual(yield* log.addressOf(record), Option.some(address))
      yield* log.eraseAddresses((yield* Clock.currentTimeMillis) + 1)
      assert.deepStrictEqual(yield* log.addressOf(record), Option.none())
      yield* checkChains
    })

    test("records ids with any characters", function* (log) {
      const id = yield* Fixture.newId
      const documentId = `"at":1,\u0000\ud800 ${id}`
      yield* log.append({ action: "DATA_READ", subject: { documentId } })
      assert.lengthOf(yield* about(id), 1)
    })

    test("keeps the newest checkpoint of each chain", function* (log) {
      const { isSigned, sign } = yield* AuditCrypto
      yield* log.append(read(yield* Fixture.newId))
      const [head] = yield* log.heads
      assert.isDefined(head)
      if (head === undefined) return
      const checkpoint = sign({ ...head, kind: "CHECKPOINT", at: Fixture.startTime })
      const older: Checkpoint = { ...checkpoint, seq: head.seq - 1 }
      yield* log.keep([older, checkpoint])
      yield* log.keep([older])
      const kept = (yield* log.checkpoints).filter(({ chain }) => chain === head.chain)
      assert.deepStrictEqual(kept, [checkpoint])
      assert.isTrue(kept.every(isSigned))
      assert.isFalse(isSigned(older))
    })

    test("erases old records up to a checkpoint, so that the rest of the chain still fits", function* (log) {
      const { sign } = yield* AuditCrypto
      yield* log.append(read(yield* Fixture.newId))
      yield* TestClock.adjust("1 second")
      const later = yield* Clock.currentTimeMillis
      const id = yield* Fixture.newId
      yield* log.append(read(id))
      const old = yield* log.lastBefore(later)
      assert.isNotEmpty(old)
      for (const head of old) yield* log.prune(sign({ ...head, kind: "PRUNED", at: later }))
      assert.isEmpty(yield* log.lastBefore(later))
      assert.lengthOf(yield* about(id), 1)
      yield* checkChains
    })
  })
