/** The part of NextGenPSD2 1.3.11 that the simulated banks serve, as an Effect HTTP API. */
import { CalendarDate } from "@sheaf/domain/CalendarDate"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import * as Accounts from "./AccountBodies.ts"
import * as Consents from "./ConsentBodies.ts"
import { BankMiddleware } from "./BankMiddleware.ts"
import * as Headers from "./Headers.ts"

const respond = <S extends Schema.Top>(body: S) => HttpApiSchema.WithHeaders(body, Headers.commonResponseHeaders)

const created = <S extends Schema.Top>(body: S) =>
  HttpApiSchema.WithHeaders(body.pipe(HttpApiSchema.status(201)), Headers.authorizationResponseHeaders)

const consentId = { consentId: Schema.NonEmptyString }
const authorizationId = { ...consentId, authorisationId: Schema.NonEmptyString }
const accountId = { accountId: Schema.NonEmptyString }

const consents = HttpApiGroup.make("consents").add(
  HttpApiEndpoint.post("createConsent", "/v1/consents", {
    headers: Headers.consentCreationHeaders,
    payload: Consents.ConsentRequest,
    // Omits the optional Location header, because validators reject loopback URLs in this header. The `self` link
    // points to the new consent.
    success: created(Consents.ConsentCreatedBody)
  }),
  HttpApiEndpoint.get("getConsent", "/v1/consents/:consentId", {
    params: consentId,
    headers: Headers.commonRequestHeaders,
    success: respond(Consents.ConsentInformationBody)
  }),
  HttpApiEndpoint.delete("deleteConsent", "/v1/consents/:consentId", {
    params: consentId,
    headers: Headers.commonRequestHeaders,
    success: HttpApiSchema.WithHeaders(HttpApiSchema.NoContent, Headers.commonResponseHeaders)
  }),
  HttpApiEndpoint.get("getConsentStatus", "/v1/consents/:consentId/status", {
    params: consentId,
    headers: Headers.commonRequestHeaders,
    success: respond(Consents.ConsentStatusBody)
  }),
  HttpApiEndpoint.get("getAuthorisations", "/v1/consents/:consentId/authorisations", {
    params: consentId,
    headers: Headers.commonRequestHeaders,
    success: respond(Consents.AuthorizationListBody)
  }),
  HttpApiEndpoint.post("startAuthorisation", "/v1/consents/:consentId/authorisations", {
    params: consentId,
    headers: Headers.authorizationHeaders,
    payload: Schema.Struct({}),
    success: created(Consents.AuthorizationStartBody)
  }),
  HttpApiEndpoint.get("getScaStatus", "/v1/consents/:consentId/authorisations/:authorisationId", {
    params: authorizationId,
    headers: Headers.commonRequestHeaders,
    success: respond(Consents.ScaStatusBody)
  }),
  HttpApiEndpoint.put("confirmAuthorisation", "/v1/consents/:consentId/authorisations/:authorisationId", {
    params: authorizationId,
    headers: Headers.commonRequestHeaders,
    payload: Consents.AuthorizationUpdateRequest,
    success: respond(Consents.AuthorizationConfirmationBody)
  })
)

const withBalance = { withBalance: Schema.optionalKey(Schema.Boolean) }

const period = {
  dateFrom: Schema.optionalKey(CalendarDate),
  dateTo: Schema.optionalKey(CalendarDate),
  bookingStatus: Schema.Literals(["booked", "pending", "both"])
}

const paging = {
  pageIndex: Schema.optionalKey(Schema.Int.check(Schema.isGreaterThanOrEqualTo(0))),
  itemsPerPage: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 1000 })))
}

const accounts = HttpApiGroup.make("accounts").add(
  HttpApiEndpoint.get("getAccounts", "/v1/accounts", {
    headers: Headers.accountReadHeaders,
    query: withBalance,
    success: respond(Accounts.AccountListBody)
  }),
  HttpApiEndpoint.get("getAccount", "/v1/accounts/:accountId", {
    params: accountId,
    headers: Headers.accountReadHeaders,
    query: withBalance,
    success: respond(Accounts.AccountBody)
  }),
  HttpApiEndpoint.get("getBalances", "/v1/accounts/:accountId/balances", {
    params: accountId,
    headers: Headers.accountReadHeaders,
    success: respond(Accounts.BalancesBody)
  }),
  HttpApiEndpoint.get("getTransactions", "/v1/accounts/:accountId/transactions", {
    params: accountId,
    headers: Headers.accountReadHeaders,
    query: { ...period, ...paging, ...withBalance },
    success: respond(Accounts.TransactionsBody)
  })
)

const cardAccounts = HttpApiGroup.make("cardAccounts").add(
  HttpApiEndpoint.get("getCardAccounts", "/v1/card-accounts", {
    headers: Headers.accountReadHeaders,
    success: respond(Accounts.CardAccountListBody)
  }),
  HttpApiEndpoint.get("getCardAccount", "/v1/card-accounts/:accountId", {
    params: accountId,
    headers: Headers.accountReadHeaders,
    success: respond(Accounts.CardAccountBody)
  }),
  HttpApiEndpoint.get("getCardBalances", "/v1/card-accounts/:accountId/balances", {
    params: accountId,
    headers: Headers.accountReadHeaders,
    success: respond(Accounts.CardBalancesBody)
  }),
  HttpApiEndpoint.get("getCardTransactions", "/v1/card-accounts/:accountId/transactions", {
    params: accountId,
    headers: Headers.accountReadHeaders,
    query: period,
    success: respond(Accounts.CardTransactionsBody)
  })
)

const closed = { errors: "first", onExcessProperty: "error" } as const

export const BankApi = HttpApi.make("nextgenpsd2")
  .add(consents, accounts, cardAccounts)
  .middleware(BankMiddleware)
  .annotate(HttpApi.QueryParseOptions, closed)
  .annotate(HttpApi.PayloadParseOptions, closed)
