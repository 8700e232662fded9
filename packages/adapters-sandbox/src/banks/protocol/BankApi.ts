/** The part of NextGenPSD2 1.3.11 that the simulated banks serve, declared as data. */
import { CalendarDate } from "@sheaf/domain/CalendarDate"
import { Schema } from "effect"
import { HttpApi, HttpApiEndpoint, HttpApiGroup, HttpApiSchema } from "effect/http-api"
import * as Accounts from "./AccountBodies.ts"
import * as Consents from "./ConsentBodies.ts"
import { BankExchange } from "./BankExchange.ts"
import * as Headers from "./Headers.ts"

const respond = <S extends Schema.Top>(body: S) => HttpApiSchema.WithHeaders(body, Headers.echo)

const created = <S extends Schema.Top>(body: S) =>
  HttpApiSchema.WithHeaders(body.pipe(HttpApiSchema.status(201)), Headers.started)

const consentId = { consentId: Schema.NonEmptyString }
const authorizationId = { ...consentId, authorisationId: Schema.NonEmptyString }
const accountId = { accountId: Schema.NonEmptyString }

const consents = HttpApiGroup.make("consents").add(
  HttpApiEndpoint.post("createConsent", "/v1/consents", {
    headers: Headers.creation,
    payload: Consents.ConsentRequest,
    // Without the optional Location header: validators reject addresses of loopback hosts there. The link `self` names the
    // new consent.
    success: created(Consents.ConsentCreatedBody)
  }),
  HttpApiEndpoint.get("getConsent", "/v1/consents/:consentId", {
    params: consentId,
    headers: Headers.attended,
    success: respond(Consents.ConsentInformationBody)
  }),
  HttpApiEndpoint.delete("deleteConsent", "/v1/consents/:consentId", {
    params: consentId,
    headers: Headers.attended,
    success: HttpApiSchema.WithHeaders(HttpApiSchema.NoContent, Headers.echo)
  }),
  HttpApiEndpoint.get("getConsentStatus", "/v1/consents/:consentId/status", {
    params: consentId,
    headers: Headers.attended,
    success: respond(Consents.ConsentStatusBody)
  }),
  HttpApiEndpoint.get("getAuthorisations", "/v1/consents/:consentId/authorisations", {
    params: consentId,
    headers: Headers.attended,
    success: respond(Consents.AuthorizationList)
  }),
  HttpApiEndpoint.post("startAuthorisation", "/v1/consents/:consentId/authorisations", {
    params: consentId,
    headers: Headers.authorization,
    payload: Schema.Struct({}),
    success: created(Consents.AuthorizationStarted)
  }),
  HttpApiEndpoint.get("getScaStatus", "/v1/consents/:consentId/authorisations/:authorisationId", {
    params: authorizationId,
    headers: Headers.attended,
    success: respond(Consents.ScaStatusBody)
  }),
  HttpApiEndpoint.put("confirmAuthorisation", "/v1/consents/:consentId/authorisations/:authorisationId", {
    params: authorizationId,
    headers: Headers.attended,
    payload: Consents.AuthorizationConfirmation,
    success: respond(Consents.AuthorizationConfirmed)
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
    headers: Headers.reading,
    query: withBalance,
    success: respond(Accounts.AccountListBody)
  }),
  HttpApiEndpoint.get("getAccount", "/v1/accounts/:accountId", {
    params: accountId,
    headers: Headers.reading,
    query: withBalance,
    success: respond(Accounts.AccountBody)
  }),
  HttpApiEndpoint.get("getBalances", "/v1/accounts/:accountId/balances", {
    params: accountId,
    headers: Headers.reading,
    success: respond(Accounts.BalancesBody)
  }),
  HttpApiEndpoint.get("getTransactions", "/v1/accounts/:accountId/transactions", {
    params: accountId,
    headers: Headers.reading,
    query: { ...period, ...paging, ...withBalance },
    success: respond(Accounts.TransactionsBody)
  })
)

const cardAccounts = HttpApiGroup.make("cardAccounts").add(
  HttpApiEndpoint.get("getCardAccounts", "/v1/card-accounts", {
    headers: Headers.reading,
    success: respond(Accounts.CardAccountListBody)
  }),
  HttpApiEndpoint.get("getCardAccount", "/v1/card-accounts/:accountId", {
    params: accountId,
    headers: Headers.reading,
    success: respond(Accounts.CardAccountBody)
  }),
  HttpApiEndpoint.get("getCardBalances", "/v1/card-accounts/:accountId/balances", {
    params: accountId,
    headers: Headers.reading,
    success: respond(Accounts.CardBalancesBody)
  }),
  HttpApiEndpoint.get("getCardTransactions", "/v1/card-accounts/:accountId/transactions", {
    params: accountId,
    headers: Headers.reading,
    query: period,
    success: respond(Accounts.CardTransactionsBody)
  })
)

const closed = { errors: "first", onExcessProperty: "error" } as const

export const BankApi = HttpApi.make("nextgenpsd2")
  .add(consents, accounts, cardAccounts)
  .middleware(BankExchange)
  .annotate(HttpApi.QueryParseOptions, closed)
  .annotate(HttpApi.PayloadParseOptions, closed)
