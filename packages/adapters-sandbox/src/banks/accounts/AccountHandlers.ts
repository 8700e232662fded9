/** Handles requests for accounts, balances and transactions under a consent. */
import { Effect } from "effect"
import { HttpApiBuilder, HttpApiSchema } from "effect/http-api"
import type { ConsentFileStore } from "../ConsentFileStore.ts"
import type { AuthorizationStore } from "../oauth/AuthorizationStore.ts"
import { BankApi } from "../protocol/BankApi.ts"
import { BankRequestContext } from "../protocol/BankMiddleware.ts"
import * as Links from "../protocol/Links.ts"
import * as AccessRules from "../consents/AccessRules.ts"
import * as AccountViews from "./AccountViews.ts"
import * as CoveredAccounts from "./CoveredAccounts.ts"
import type * as UnattendedReads from "../consents/UnattendedReads.ts"
import type { RecurringConsents } from "../consents/RecurringConsents.ts"
import { failWith } from "../protocol/TppErrors.ts"
import * as HistoryWindow from "./HistoryWindow.ts"
import * as TransactionPages from "./TransactionPages.ts"

const isAccount = (each: AccountViews.CoveredAccount): boolean => !AccountViews.isCardAccount(each)

const requireBalances = ({ rights }: AccountViews.CoveredAccount) =>
  rights.balances ? Effect.void : failWith("CONSENT_INVALID", "The consent does not cover balances.")

const requireTransactions = ({ rights }: AccountViews.CoveredAccount) =>
  rights.transactions ? Effect.void : failWith("CONSENT_INVALID", "The consent does not cover transactions.")

const pathTo = (kind: "accounts" | "card-accounts", accountId: string) =>
  Effect.map(BankRequestContext, ({ prefix }) => `${prefix}/${kind}/${encodeURIComponent(accountId)}`)

const respond = <A>(body: A) =>
  Effect.map(BankRequestContext, ({ requestId }) =>
    HttpApiSchema.withHeaders({ body, headers: { "x-request-id": requestId } })
  )

const details = Effect.fnUntraced(function* (each: AccountViews.CoveredAccount, withBalance = false) {
  if (withBalance) yield* requireBalances(each)
  return AccountViews.detailsOf(each, yield* pathTo("accounts", each.account.accountId), withBalance)
})

const cardDetails = Effect.fnUntraced(function* (each: AccountViews.CoveredAccount) {
  const { bank } = yield* BankRequestContext
  return AccountViews.cardDetailsOf(bank, each, yield* pathTo("card-accounts", each.account.accountId))
})

export const layerAccounts = HttpApiBuilder.group(BankApi, "accounts", (handlers) =>
  Effect.map(
    Effect.context<ConsentFileStore | AuthorizationStore | UnattendedReads.UnattendedReads | RecurringConsents>(),
    (context) =>
      handlers.handleAll({
        getAccounts: ({ headers, query: { withBalance } }) =>
          Effect.gen(function* () {
            const all = (yield* CoveredAccounts.listAccounts(headers["consent-id"], "accounts")).filter(isAccount)
            return yield* respond({ accounts: yield* Effect.forEach(all, (each) => details(each, withBalance)) })
          }).pipe(Effect.provideContext(context)),

        getAccount: ({ headers, params: { accountId }, query: { withBalance } }) =>
          Effect.gen(function* () {
            const found = yield* CoveredAccounts.getAccount(headers["consent-id"], accountId, isAccount)
            return yield* respond({ account: yield* details(found, withBalance) })
          }).pipe(Effect.provideContext(context)),

        getBalances: ({ headers, params: { accountId } }) =>
          Effect.gen(function* () {
            const found = yield* CoveredAccounts.getAccount(headers["consent-id"], accountId, isAccount, "/balances")
            yield* requireBalances(found)
            return yield* respond({
              account: AccessRules.accountReferenceOf(found.account),
              balances: AccountViews.balancesOf(found)
            })
          }).pipe(Effect.provideContext(context)),

        getTransactions: ({ headers, params: { accountId }, query: { withBalance, ...query } }) =>
          Effect.gen(function* () {
            // Each page has its own counter, so reading all pages once counts as one read.
            const resource = `/transactions?${query.pageIndex ?? 0}`
            const found = yield* CoveredAccounts.getAccount(headers["consent-id"], accountId, isAccount, resource)
            yield* requireTransactions(found)
            if (withBalance === true) yield* requireBalances(found)
            yield* TransactionPages.checkPeriod(query)
            const start = yield* HistoryWindow.checkStart((yield* BankRequestContext).profile, query.dateFrom)
            const asked = { ...query, ...(start !== undefined && { dateFrom: start }) }
            const self = yield* pathTo("accounts", accountId)
            const matching = TransactionPages.selectTransactions(asked, found.account.transactions ?? [])
            const { first, items, next, previous } = TransactionPages.pageOf(query, matching)
            const to = (page: string) => Links.makeLink(`${self}/transactions?${page}`)
            return yield* respond({
              account: AccessRules.accountReferenceOf(found.account),
              transactions: {
                ...TransactionPages.splitByStatus(query, items, AccountViews.transactionEntryOf),
                _links: {
                  account: Links.makeLink(self),
                  first: to(first),
                  ...(next !== undefined && { next: to(next) }),
                  ...(previous !== undefined && { previous: to(previous) })
                }
              },
              ...(withBalance === true && { balances: AccountViews.balancesOf(found) })
            })
          }).pipe(Effect.provideContext(context))
      })
  )
)

export const layerCardAccounts = HttpApiBuilder.group(BankApi, "cardAccounts", (handlers) =>
  Effect.map(
    Effect.context<ConsentFileStore | AuthorizationStore | UnattendedReads.UnattendedReads | RecurringConsents>(),
    (context) =>
      handlers.handleAll({
        getCardAccounts: ({ headers }) =>
          Effect.gen(function* () {
            const all = (yield* CoveredAccounts.listAccounts(headers["consent-id"], "card-accounts")).filter(
              AccountViews.isCardAccount
            )
            return yield* respond({ cardAccounts: yield* Effect.forEach(all, cardDetails) })
          }).pipe(Effect.provideContext(context)),

        getCardAccount: ({ headers, params: { accountId } }) =>
          Effect.gen(function* () {
            const found = yield* CoveredAccounts.getAccount(
              headers["consent-id"],
              accountId,
              AccountViews.isCardAccount
            )
            return yield* respond({ cardAccount: yield* cardDetails(found) })
          }).pipe(Effect.provideContext(context)),

        getCardBalances: ({ headers, params: { accountId } }) =>
          Effect.gen(function* () {
            const found = yield* CoveredAccounts.getAccount(
              headers["consent-id"],
              accountId,
              AccountViews.isCardAccount,
              "/balances"
            )
            yield* requireBalances(found)
            return yield* respond({
              cardAccount: AccessRules.accountReferenceOf(found.account),
              debitAccounting: false,
              balances: AccountViews.balancesOf(found)
            })
          }).pipe(Effect.provideContext(context)),

        getCardTransactions: ({ headers, params: { accountId }, query }) =>
          Effect.gen(function* () {
            const found = yield* CoveredAccounts.getAccount(
              headers["consent-id"],
              accountId,
              AccountViews.isCardAccount,
              "/transactions"
            )
            yield* requireTransactions(found)
            yield* TransactionPages.checkPeriod(query)
            const matching = TransactionPages.selectTransactions(query, found.account.transactions ?? [])
            return yield* respond({
              cardAccount: AccessRules.accountReferenceOf(found.account),
              debitAccounting: false,
              cardTransactions: {
                ...TransactionPages.splitByStatus(query, matching, AccountViews.cardTransactionEntryOf),
                _links: { cardAccount: Links.makeLink(yield* pathTo("card-accounts", accountId)) }
              }
            })
          }).pipe(Effect.provideContext(context))
      })
  )
)
