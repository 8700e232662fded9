/** The lists of accounts and card accounts (NextGenPSD2 1.3.11). */
import * as AccountNumber from "@sheaf/domain/AccountNumber"
import { Effect } from "effect"
import type { AccountListKind } from "../wire/AccountMapping.ts"
import { isUnsupportedResource } from "../wire/BankCallError.ts"
import type { BankStatusError } from "../wire/BankCallError.ts"
import * as BankWire from "../wire/BankWire.ts"
import { accountListPaths, getRequestFor } from "./BankReading.ts"
import type { AccountLister, BankReading } from "./BankReading.ts"
import { forEachPage } from "./Pages.ts"

/** The codes from a bank that has no card accounts. */
const withoutCardsCodes = ["SERVICE_INVALID", "PRODUCT_UNKNOWN", "PRODUCT_INVALID"]

const hasNoCards = (rejection: BankStatusError): boolean =>
  isUnsupportedResource(rejection) || (rejection.code !== undefined && withoutCardsCodes.includes(rejection.code))

/** Returns true if an id could belong to an account in this list. */
const isIn = (id: string, list: AccountListKind): boolean => {
  const kind = AccountNumber.parse(id)?.kind
  return kind === undefined || (kind === "MASKED_PAN") === (list === "CARD_ACCOUNTS")
}

/** The maximum number of pages in a list of accounts. */
export const maxListPages = 20

/** Lists the accounts on all pages. If the scope names only accounts of one kind, reads only that kind's list. */
export const standardLists =
  (reading: BankReading): AccountLister =>
  (list) => {
    const { client, scope } = reading
    const wanted = scope.accountIds?.some((id) => isIn(id, list)) ?? true
    if (!wanted) return Effect.succeed([])
    const found: Array<unknown> = []
    const readPage = Effect.fnUntraced(function* (path: string) {
      const request = getRequestFor(reading, path)
      const page =
        list === "ACCOUNTS"
          ? yield* client.sendAndDecode(BankWire.WireAccountList, request)
          : yield* client.sendAndDecode(BankWire.WireCardAccountList, request)
      found.push(...("accounts" in page ? page.accounts : page.cardAccounts))
      return BankWire.hrefOf(page._links, "next")
    })
    const all = Effect.as(forEachPage(client, client.pathOf(accountListPaths[list]), readPage, maxListPages), found)
    return list === "ACCOUNTS"
      ? all
      : Effect.catchTag(all, "BankStatusError", (error) =>
          hasNoCards(error) ? Effect.succeed([]) : Effect.fail(error)
        )
  }
