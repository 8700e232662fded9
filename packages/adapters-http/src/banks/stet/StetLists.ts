/**
 * Lists accounts over STET. At a bank with mixed consents, the person permits only the list at first. Sheaf must then
 * name the accounts whose balances and transactions it wants.
 */
import type { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import { Effect, Schema } from "effect"
import { forEachListPage } from "../readings/AccountLists.ts"
import { missingDataReasonOf } from "../readings/MissingPart.ts"
import { getRequestFor } from "../readings/BankReading.ts"
import type { AccountLister, BankReading } from "../readings/BankReading.ts"
import { accountNumbersOf } from "../wire/AccessMapping.ts"
import * as BankWire from "../wire/BankWire.ts"
import { readMember, readMembers, readText } from "../wire/LenientDecoding.ts"

const Identity = Schema.Struct({ connectedPsu: Schema.optionalKey(Schema.Unknown) })

const ownerOf = Effect.fnUntraced(function* (
  reading: BankReading,
  links: (typeof BankWire.WireAccountList.Type)["_links"]
) {
  const href = BankWire.hrefOf(links, "endUserIdentity")
  if (href === undefined) return undefined
  const request = getRequestFor(reading, reading.client.linkOf(href))
  return yield* reading.client.sendAndDecode(Identity, request).pipe(
    Effect.map(({ connectedPsu }) => readText(connectedPsu)),
    Effect.catchIf(
      (fault) => missingDataReasonOf(fault) !== undefined,
      (fault) =>
        Effect.as(
          Effect.annotateLogs(Effect.logWarning("bank does not name the owner"), { fault: fault.message }),
          undefined
        )
    )
  )
})

const listed = Effect.fnUntraced(function* (reading: BankReading) {
  const { client } = reading
  const accounts: Array<unknown> = []
  let owner: string | undefined
  const take = Effect.fnUntraced(function* (page: typeof BankWire.WireAccountList.Type) {
    accounts.push(...page.accounts)
    owner ??= yield* ownerOf(reading, page._links)
    return BankWire.hrefOf(page._links, "next")
  })
  yield* forEachListPage(reading, client.pathOf("accounts"), BankWire.WireAccountList, take)
  return owner === undefined ? accounts : accounts.map((each) => ({ ownerName: owner, ...readMembers(each) }))
})

/** Returns the account's number in STET's format, or an empty list if the account has none. */
const identificationOf = (account: unknown): ReadonlyArray<object> => {
  const iban = readText(readMember(account, "iban"))
  const maskedPan = readText(readMember(account, "maskedPan"))
  const other = maskedPan ?? readText(readMember(account, "bban"))
  if (iban !== undefined) return [{ iban }]
  if (other === undefined) return []
  return [{ other: { identification: other, schemeName: maskedPan === undefined ? "BBAN" : "CPAN" } }]
}

const isCovered = ({ accountIds }: Psd2AisConsentScope, account: unknown): boolean =>
  accountIds === undefined || accountNumbersOf(account).some((number) => accountIds.includes(number))

const isOpen = ({ balances, transactions }: Psd2AisConsentScope, account: unknown): boolean => {
  const links = readMember(account, "_links")
  const shows = (name: string) => readMember(links, name) !== undefined || readMember(account, name) !== undefined
  return (!balances || shows("balances")) && (!transactions || shows("transactions"))
}

const nameAccounts = Effect.fnUntraced(function* (reading: BankReading, accounts: ReadonlyArray<unknown>) {
  const { client, scope } = reading
  const covered = accounts.filter((each) => isCovered(scope, each))
  if (covered.every((each) => isOpen(scope, each))) return
  const named = covered.flatMap(identificationOf)
  yield* client.send({
    ...getRequestFor(reading, client.pathOf("consents")),
    method: "PUT",
    body: {
      ...(scope.balances && { balances: named }),
      ...(scope.transactions && { transactions: named }),
      trustedBeneficiaries: false,
      psuIdentity: true
    }
  })
})

/**
 * STET lists cards among the accounts, so the list of card accounts is empty. At a bank with mixed consents, the person
 * at first permits Sheaf only to list the accounts. Sheaf then tells the bank which of these accounts it wants to read.
 */
export const stetLists =
  (reading: BankReading): AccountLister =>
  (list) =>
    list === "CARD_ACCOUNTS"
      ? Effect.succeed([])
      : Effect.tap(listed(reading), (accounts) =>
          reading.profile.consentModel === "MIXED" ? nameAccounts(reading, accounts) : Effect.void
        )
