/** Finds consents by id, but only for the provider that created them. */
import { Clock, Effect, Option, Schema } from "effect"
import * as DeterministicEncryption from "../../storage/DeterministicEncryption.ts"
import { pageIdentity } from "../Bank.ts"
import { ConsentFileStore } from "../ConsentFileStore.ts"
import * as ConsentKeys from "../ConsentKeys.ts"
import * as ConsentRecord from "../ConsentRecord.ts"
import { AccountAccess } from "../protocol/AccountReference.ts"
import { BankRequestContext } from "../protocol/BankMiddleware.ts"
import * as RecurringConsents from "./RecurringConsents.ts"
import { failWith } from "../protocol/TppErrors.ts"

type Requested = NonNullable<ConsentRecord.ConsentRecord["requested"]>

export interface FoundConsent {
  readonly id: string
  readonly record: ConsentRecord.ConsentRecord
  readonly requested: Requested
  readonly access: AccountAccess
  /** The identity of the account owner. */
  readonly person: string
}

const accessInJson = Schema.fromJsonString(AccountAccess)
const readAccess = Schema.decodeUnknownOption(accessInJson)
const writeAccess = Schema.encodeSync(accessInJson)

/** Encrypts the requested access with a key derived from the consent's id. */
export const sealAccess = (id: string, access: AccountAccess): string =>
  DeterministicEncryption.encrypt(ConsentKeys.accessKey(id), writeAccess(access))

const personOf = (id: string, { authorization }: ConsentRecord.ConsentRecord): Option.Option<string> =>
  authorization.type === "REDIRECT"
    ? Option.some(pageIdentity)
    : DeterministicEncryption.decrypt(ConsentKeys.personKey(id), authorization.sealedPerson)

/** Returns the consent, or nothing if this provider does not know it. */
const look = Effect.fnUntraced(function* (id: string) {
  const { bank, tpp } = yield* BankRequestContext
  const record = yield* Effect.orDie((yield* ConsentFileStore).find(ConsentKeys.recordNameOf(bank, id)))
  if (record === undefined || record.company !== bank.id || record.requested.isLogin === true) return undefined
  const { requested } = record
  const person = personOf(id, record)
  const access = Option.flatMap(
    DeterministicEncryption.decrypt(ConsentKeys.accessKey(id), requested.sealedAccess),
    readAccess
  )
  if (Option.isNone(person) || Option.isNone(access) || requested.tpp !== tpp) return undefined
  const found: FoundConsent = { id, record, requested, access: access.value, person: person.value }
  return found
})

/** Fails with CONSENT_UNKNOWN if this provider does not know the consent. */
export const findConsent = Effect.fnUntraced(function* (id: string) {
  return (yield* look(id)) ?? (yield* failWith("CONSENT_UNKNOWN", "The bank has no such consent of this provider."))
})

export const changeConsent = Effect.fnUntraced(function* (
  id: string,
  become: (record: ConsentRecord.ConsentRecord) => ConsentRecord.ConsentRecord
) {
  const { bank } = yield* BankRequestContext
  yield* Effect.orDie((yield* ConsentFileStore).change(ConsentKeys.recordNameOf(bank, id), become))
})

/** Returns the consent's status. If a newer consent has replaced this one, ends it first. */
export const statusOf = Effect.fnUntraced(function* ({ id, person, record, requested }: FoundConsent) {
  const now = yield* Clock.currentTimeMillis
  const status = ConsentRecord.statusAt(record, now)
  const { madeAt } = record
  if (status !== "valid" || !requested.recurring) return status
  if (!(yield* RecurringConsents.isReplaced({ id, person, madeAt }))) return status
  yield* changeConsent(id, (found) => ConsentRecord.expire(found, now))
  return "expired"
})

/** Fails with CONSENT_EXPIRED or CONSENT_INVALID unless the consent is valid. */
export const findValidConsent = Effect.fnUntraced(function* (id: string) {
  const found = yield* findConsent(id)
  const status = yield* statusOf(found)
  const { granted } = found.record
  if (status === "valid" && granted !== undefined) return { ...found, granted }
  return yield* status === "expired"
    ? failWith("CONSENT_EXPIRED", "The consent has expired.")
    : failWith("CONSENT_INVALID", `The consent is ${status}.`)
})
