/** Reads the lists of accounts and card accounts (NextGenPSD2 1.3.11). */
import * as AccountNumber from "@sheaf/domain/AccountNumber"
import { Effect } from "effect"
import type { Schema } from "effect"
import type { AccountListKind } from "../wire/AccountMapping.ts"
import { BankResponseError, isUnsupportedResource } from "../wire/BankCallError.ts"
import type { AttemptedBankCallError, BankStatusError } from "../wire/BankCallError.ts"
import * as BankWire from "../wire/BankWire.ts"
import { accountListPaths, getRequestFor } from "./BankReading.ts"
import type { AccountLister, BankReading } from "./BankReading.ts"
import { forEachPage } from "./Pages.ts"

const withoutCardsCodes = ["SERVICE_INVALID", "PRODUCT_UNKNOWN", "PRODUCT_INVALID"]

const hasNoCards = (rejection: BankStatusError): boolean =>
  isUnsupportedResource(rejection) || (rejection.code !== undefined && withoutCardsCodes.includes(rejection.code))

const isIn = (id: string, list: AccountListKind): boolean => {
  const kind = AccountNumber.parse(id)?.kind
  return kind === undefined || (kind === "MASKED_PAN") === (list === "CARD_ACCOUNTS")
}

const maxListPages = 20

/** The maximum total size of a list's pages, in bytes. All of them are in memory at the same time. */
const maxListBytes = 12 * 1024 * 1024

/** `take` receives each page and returns the link to the next. */
export const forEachListPage = <S extends Schema.Decoder<unknown>>(
  reading: BankReading,
  first: string,
  schema: S,
  take: (page: S["Type"]) => Effect.Effect<string | undefined, AttemptedBankCallError>
) => {
  const { client } = reading
  let bytes = 0
  const readPage = Effect.fnUntraced(function* (path: string) {
    const response = yield* client.send(getRequestFor(reading, path))
    bytes += response.body.length
    if (bytes > maxListBytes) return yield* new BankResponseError({ reason: "PAGING" })
    return yield* take(yield* client.decode(schema, response))
  })
  return forEachPage(client, first, readPage, maxListPages)
}

/**
 * Lists the accounts of one kind. If the scope names no account of that kind, returns an empty list without calling the
 * bank.
 */
export const standardLists =
  (reading: BankReading): AccountLister =>
  (list) => {
    const { client, scope } = reading
    const wanted = scope.accountIds?.some((id) => isIn(id, list)) ?? true
    if (!wanted) return Effect.succeed([])
    const found: Array<unknown> = []
    const schema = list === "ACCOUNTS" ? BankWire.WireAccountList : BankWire.WireCardAccountList
    const pages = forEachListPage(reading, client.pathOf(accountListPaths[list]), schema, (page) => {
      found.push(...("accounts" in page ? page.accounts : page.cardAccounts))
      return Effect.succeed(BankWire.hrefOf(page._links, "next"))
    })
    const all = Effect.as(pages, found)
    return list === "ACCOUNTS"
      ? all
      : Effect.catchTag(all, "BankStatusError", (error) =>
          hasNoCards(error) ? Effect.succeed([]) : Effect.fail(error)
        )
  }
