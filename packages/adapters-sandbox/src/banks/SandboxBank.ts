/** A simulated bank (decisions 9, 16). */
import * as ConsentScope from "@sheaf/domain/ConsentScope"
import { BankError } from "@sheaf/ports"
import type { AccountHoldingBank, BankConsentRequest } from "@sheaf/ports"
import { Clock, Effect, Option, Redacted } from "effect"
import { bankAccountsOf } from "../records/DrawnAccounts.ts"
import { randomFrom } from "../records/Random.ts"
import { behaviorOf } from "../scenarios/ConsentTable.ts"
import * as Sealed from "../Sealed.ts"
import { pageCustomer } from "./Bank.ts"
import type { Bank } from "./Bank.ts"
import type { ConsentFiles } from "./ConsentFiles.ts"
import { nameOf, personKey } from "./ConsentKeys.ts"
import * as ConsentRecord from "./ConsentRecord.ts"
import * as IdentifiedPerson from "./IdentifiedPerson.ts"
import * as PageAddress from "./PageAddress.ts"

type Record = ConsentRecord.ConsentRecord

const failure = (reason: BankError["reason"]) => Effect.fail(new BankError({ reason }))

const isAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

/** Creates a bank, whose consent pages are at `address`. */
export const make = (
  company: Bank,
  files: ConsentFiles["Service"],
  address: Effect.Effect<URL, BankError>
): AccountHoldingBank => {
  /**
   * Returns the identity of the consent's person, or an empty text if the identifier cannot decrypt the personal
   * number.
   */
  const personOf = ({ authorization }: Record, bankConsentId: string): string =>
    authorization.type === "REDIRECT"
      ? pageCustomer
      : Option.getOrElse(Sealed.open(personKey(bankConsentId), authorization.sealedPerson), () => "")

  const find = Effect.fnUntraced(function* (bankConsentId: string) {
    return (yield* files.find(nameOf(company, bankConsentId))) ?? (yield* failure("CONSENT_INVALID"))
  })

  const change = (bankConsentId: string, become: (record: Record) => Record) =>
    files.change(nameOf(company, bankConsentId), become)

  const authorizationOf = (bankConsentId: string, { authorization }: BankConsentRequest) => {
    if (authorization._tag === "REDIRECT") {
      return ConsentRecord.redirectOf(PageAddress.secretOf(bankConsentId), authorization.returnUrl)
    }
    const sealedPerson = Sealed.seal(personKey(bankConsentId), Redacted.value(authorization.personalNumber))
    return { type: "ELECTRONIC_ID", sealedPerson } as const
  }

  /** Fails the first call of each kind if the scenario requires it. */
  const failOnce = Effect.fnUntraced(function* (
    record: Record,
    bankConsentId: string,
    call: Record["failedOnce"][number]
  ) {
    const behavior = behaviorOf(personOf(record, bankConsentId))
    if (behavior !== "FAILS_ONCE" || record.failedOnce.includes(call)) return
    yield* change(bankConsentId, (found) => ({ ...found, failedOnce: [...found.failedOnce, call] }))
    yield* failure("BANK_ERROR")
  })

  return {
    authorizations: ["ELECTRONIC_ID", "REDIRECT"],
    createConsent: Effect.fnUntraced(function* (request, key) {
      const { authorization, clientName, psuLocale: locale, scope, validUntil } = request
      if (authorization._tag === "ELECTRONIC_ID") {
        const behavior = behaviorOf(Redacted.value(authorization.personalNumber))
        if (behavior === "UNREACHABLE") yield* failure("UNREACHABLE")
        if (behavior === "UNREADABLE") yield* failure("BROKEN")
      } else if (!isAddress(authorization.returnUrl)) yield* failure("REFUSED")
      const bankConsentId = randomFrom("consent at a bank", company.id, key).uuid()
      const name = nameOf(company, bankConsentId)
      const record = yield* files.make(name, {
        company: company.id,
        ...(clientName !== undefined && { clientName }),
        scope,
        validUntil,
        madeAt: yield* Clock.currentTimeMillis,
        authorization: authorizationOf(bankConsentId, request),
        locale,
        status: "received",
        failedOnce: []
      })
      if (record.authorization.type === "ELECTRONIC_ID") return { bankConsentId }
      const path = PageAddress.pathOf({ company: company.id, name, secret: PageAddress.secretOf(bankConsentId) })
      return { bankConsentId, redirectUrl: new URL(path, yield* address).href }
    }),

    identify: Effect.fnUntraced(function* (bankConsentId, personalNumber) {
      const record = yield* find(bankConsentId)
      const person = Redacted.value(personalNumber)
      if (record.authorization.type === "REDIRECT" || personOf(record, bankConsentId) !== person) {
        return yield* failure("REFUSED")
      }
      const now = yield* Clock.currentTimeMillis
      const ownAccounts = bankAccountsOf(company, person).map(({ accountId }) => accountId)
      yield* change(bankConsentId, (found) => IdentifiedPerson.decide(found, company, person, ownAccounts, now))
      const status = ConsentRecord.statusAt(yield* find(bankConsentId), now)
      if (status !== "valid" && status !== "rejected") yield* failure("CONSENT_INVALID")
    }),

    status: Effect.fnUntraced(function* (bankConsentId) {
      const record = yield* find(bankConsentId)
      yield* failOnce(record, bankConsentId, "status")
      return ConsentRecord.stateAt(record, yield* Clock.currentTimeMillis)
    }),

    revoke: Effect.fnUntraced(function* (bankConsentId) {
      const now = yield* Clock.currentTimeMillis
      yield* change(bankConsentId, (found) => ConsentRecord.terminate(found, now))
    }),

    accounts: Effect.fnUntraced(function* (bankConsentId) {
      const record = yield* find(bankConsentId)
      const status = ConsentRecord.statusAt(record, yield* Clock.currentTimeMillis)
      if (status !== "valid" || record.granted === undefined) return yield* failure("CONSENT_INVALID")
      const person = personOf(record, bankConsentId)
      switch (behaviorOf(person)) {
        case "REVOKED_BY_PERSON":
          yield* change(bankConsentId, ConsentRecord.revokeByPerson)
          return yield* failure("CONSENT_INVALID")
        case "REFUSES_READING":
          return yield* failure("REFUSED")
        default:
          yield* failOnce(record, bankConsentId, "accounts")
          return ConsentScope.within(record.granted.scope, bankAccountsOf(company, person))
      }
    })
  }
}
