/**
 * Agreements at banks that issue only access tokens and have no consents. The simulated bank still stores the person's
 * decision as a consent, but only the token identifies it. If a person must log in before the consent, the bank stores
 * that login in the same way, but the login gives no access to accounts.
 */
import * as UnattendedReadings from "@sheaf/domain/UnattendedReadings"
import type { BankProfile } from "@sheaf/ports"
import { Clock, Effect } from "effect"
import { randomUUID } from "node:crypto"
import type { Bank } from "../Bank.ts"
import { pageIdentity } from "../Bank.ts"
import { bankAccountsOf } from "../../records/BankAccounts.ts"
import { plusDays } from "../../data/Dates.ts"
import { ConsentFileStore } from "../ConsentFileStore.ts"
import * as ConsentKeys from "../ConsentKeys.ts"
import * as ConsentRecord from "../ConsentRecord.ts"
import * as PagePath from "../PagePath.ts"
import * as AccessRules from "../consents/AccessRules.ts"
import * as ConsentLookup from "../consents/ConsentLookup.ts"

/** How long an agreement is valid, in days (Regulation (EU) 2018/389, article 10). */
const validityDays = 180

const everything = { allPsd2: "allAccountsWithOwnerName" } as const

/** Access only to the list of accounts. The provider must name accounts before it can read their data. */
const listAlone = { accounts: [] }

/** Stores an undecided agreement for the page, and returns its id. */
export const make = Effect.fnUntraced(function* (
  bank: Bank,
  redirectUri: string,
  { authentication, consentModel }: BankProfile.ResolvedProfile
) {
  const access = consentModel === "MIXED" ? listAlone : everything
  const id = randomUUID()
  const now = yield* Clock.currentTimeMillis
  const files = yield* ConsentFileStore
  yield* Effect.orDie(
    files.make(ConsentKeys.recordNameOf(bank, id), {
      company: bank.id,
      scope: AccessRules.requestedScope(everything, bankAccountsOf(bank, pageIdentity)),
      validUntil: plusDays(ConsentRecord.dayOf(now), validityDays),
      madeAt: now,
      authorization: ConsentRecord.makeRedirectAuthorization(PagePath.secretOf(id), redirectUri),
      status: "received",
      failedOnce: [],
      requested: {
        requestHash: "",
        tpp: "",
        sealedAccess: ConsentLookup.sealAccess(id, access),
        recurring: false,
        frequencyPerDay: UnattendedReadings.defaultPerDay,
        usesOAuth: true,
        ...(authentication.before === "CONSENT" && { isLogin: true })
      }
    })
  )
  return id
})
