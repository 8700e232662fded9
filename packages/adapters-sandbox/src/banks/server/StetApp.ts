/**
 * A simulated French bank that speaks STET: accounts, balances, transactions and consents, all accessed with the
 * person's token.
 */
import { Effect, Option, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import type { HttpServerRequest } from "effect/http"
import { personOf } from "../../people/Person.ts"
import { pageIdentity } from "../Bank.ts"
import type { Bank } from "../Bank.ts"
import type { CoveredAccount } from "../accounts/AccountViews.ts"
import * as CoveredAccounts from "../accounts/CoveredAccounts.ts"
import * as HistoryWindow from "../accounts/HistoryWindow.ts"
import * as TransactionPages from "../accounts/TransactionPages.ts"
import * as ConsentTokens from "../oauth/ConsentTokens.ts"
import type { AccountReference } from "../protocol/AccountReference.ts"
import { BankRequestContext } from "../protocol/BankMiddleware.ts"
import * as TppMessage from "../protocol/TppMessage.ts"
import type { CurrentBank } from "../protocol/AddressedBank.ts"
import * as ConsentLookup from "../consents/ConsentLookup.ts"
import * as SignatureCheck from "../protocol/SignatureCheck.ts"
import { failWith } from "../protocol/TppErrors.ts"
import * as StetBodies from "../accounts/StetBodies.ts"

type Request = HttpServerRequest.HttpServerRequest

const contentType = "application/hal+json; charset=utf-8"

const json = (body: unknown, status = 200) => HttpServerResponse.jsonUnsafe(body, { status, contentType })

const link = (href: string) => ({ href })

const tokenForm = /^bearer +(\S+)$/i

const accountsOf = Effect.fnUntraced(function* (request: Request, resource: string) {
  const [, token = ""] = tokenForm.exec(request.headers["authorization"] ?? "") ?? []
  return yield* CoveredAccounts.listAccounts(ConsentTokens.consentIdOf(token), resource)
})

const accountIn = Effect.fnUntraced(function* (
  request: Request,
  id: string,
  part: "balances" | "transactions",
  page = 0
) {
  // Counts reads per page, so that reading every page once counts as one read.
  const accounts = yield* accountsOf(request, `${id}/${part}?${page}`)
  const found = accounts.find(({ account }) => StetBodies.resourceIdOf(account) === id)
  if (found === undefined) return yield* failWith("RESOURCE_UNKNOWN", "The person has no such account.")
  return found.rights[part] ? found : yield* failWith("SERVICE_BLOCKED", `The consent does not cover ${part}.`)
})

const nameOf = ({ market }: Bank): string => personOf(market, pageIdentity).name

const listAccounts = Effect.fnUntraced(function* (request: Request) {
  const { bank, prefix, profile } = yield* BankRequestContext
  const accounts = yield* accountsOf(request, "accounts")
  // Later versions of STET return the person's name from a separate resource.
  const isFirst = profile.version === "1.4"
  const pathOf = ({ account }: CoveredAccount) =>
    `${prefix}/accounts/${encodeURIComponent(StetBodies.resourceIdOf(account))}`
  return json({
    accounts: accounts.map((each) => StetBodies.accountOf(each, pathOf(each))),
    ...(isFirst && { connectedPsu: nameOf(bank) }),
    _links: {
      self: link(`${prefix}/accounts`),
      ...(!isFirst && { endUserIdentity: link(`${prefix}/end-user-identity`) })
    }
  })
})

const readBalances = Effect.fnUntraced(function* (request: Request, id: string) {
  const { prefix } = yield* BankRequestContext
  const { account } = yield* accountIn(request, id, "balances")
  const self = `${prefix}/accounts/${encodeURIComponent(id)}`
  return json({
    balances: StetBodies.balancesOf(account),
    _links: { self: link(`${self}/balances`), transactions: link(`${self}/transactions`) }
  })
})

const dayIn = (query: URLSearchParams, name: string): string | undefined => query.get(name)?.slice(0, 10)

const readTransactions = Effect.fnUntraced(function* (request: Request, id: string, query: URLSearchParams) {
  const { prefix, profile } = yield* BankRequestContext
  const pageIndex = Number(query.get("page") ?? 0)
  const { account } = yield* accountIn(request, id, "transactions", pageIndex)
  const dateFrom = dayIn(query, "dateFrom")
  const from = yield* HistoryWindow.checkStart(profile, dateFrom)
  const asked = { bookingStatus: "both", ...(from !== undefined && { dateFrom: from }) } as const
  const matching = TransactionPages.selectTransactions(asked, account.transactions ?? [])
  const { items, next } = TransactionPages.pageOf({ ...asked, pageIndex }, matching)
  const self = `${prefix}/accounts/${encodeURIComponent(id)}/transactions`
  const at = (index: number) => {
    const parameters = new URLSearchParams({ page: String(index) })
    const given = query.get("dateFrom")
    if (given !== null) parameters.set("dateFrom", given)
    return link(`${self}?${parameters}`)
  }
  return json({
    transactions: items.map(StetBodies.transactionOf),
    _links: { self: at(pageIndex), ...(next !== undefined && { next: at(pageIndex + 1) }) }
  })
})

const Identification = Schema.Struct({
  iban: Schema.optionalKey(Schema.String),
  other: Schema.optionalKey(Schema.Struct({ identification: Schema.String, schemeName: Schema.String }))
})

const Access = Schema.fromJsonString(
  Schema.Struct({
    balances: Schema.optionalKey(Schema.Array(Identification)),
    transactions: Schema.optionalKey(Schema.Array(Identification)),
    trustedBeneficiaries: Schema.optionalKey(Schema.Boolean),
    psuIdentity: Schema.optionalKey(Schema.Boolean)
  })
)

const referencesIn = (named: ReadonlyArray<typeof Identification.Type> = []): ReadonlyArray<AccountReference> =>
  named.flatMap(({ iban, other }): ReadonlyArray<AccountReference> => {
    if (iban !== undefined) return [{ iban }]
    if (other === undefined) return []
    return [other.schemeName === "CPAN" ? { maskedPan: other.identification } : { bban: other.identification }]
  })

/** Records which accounts the person shares with the provider, and replaces any earlier selection. */
const nameAccounts = Effect.fnUntraced(function* (request: Request) {
  const [, token = ""] = tokenForm.exec(request.headers["authorization"] ?? "") ?? []
  const { id } = yield* ConsentLookup.findValidConsent(ConsentTokens.consentIdOf(token))
  const body = yield* Effect.option(
    Effect.flatMap(Effect.orDie(request.text), (text) => Schema.decodeUnknownEffect(Access)(text))
  )
  if (Option.isNone(body)) return yield* failWith("FORMAT_ERROR", "The body is not a list of accounts.")
  const access = {
    accounts: [],
    balances: referencesIn(body.value.balances),
    transactions: referencesIn(body.value.transactions)
  }
  yield* ConsentLookup.changeConsent(id, (record) => ({
    ...record,
    requested: { ...record.requested, sealedAccess: ConsentLookup.sealAccess(id, access) }
  }))
  return HttpServerResponse.empty({ status: 201 })
})

const identify = Effect.fnUntraced(function* (request: Request) {
  const { bank, prefix } = yield* BankRequestContext
  yield* accountsOf(request, "end-user-identity")
  return json({ connectedPsu: nameOf(bank), _links: { self: link(`${prefix}/end-user-identity`) } })
})

const route = (request: Request, rest: string) => {
  const { pathname, searchParams } = new URL(rest, "http://bank")
  const [, , resource, id, part] = pathname.split("/")
  const account = decodeURIComponent(id ?? "")
  const call = [
    request.method,
    resource,
    ...(id === undefined ? [] : ["*"]),
    ...(part === undefined ? [] : [part])
  ].join(" ")
  switch (call) {
    case "GET accounts":
      return listAccounts(request)
    case "GET accounts * balances":
      return readBalances(request, account)
    case "GET accounts * transactions":
      return readTransactions(request, account, searchParams)
    case "PUT consents":
      return nameAccounts(request)
    case "GET end-user-identity":
      return identify(request)
    case "GET trusted-beneficiaries":
      return Effect.as(accountsOf(request, "trusted-beneficiaries"), HttpServerResponse.empty({ status: 204 }))
    default:
      return failWith("RESOURCE_UNKNOWN", "The bank has no such resource.")
  }
}

const errorOf = ({ tppMessages: [message] }: TppMessage.TppError, path: string) => {
  const { code = "FORMAT_ERROR", text = "" } = message ?? {}
  const status = TppMessage.httpStatusOf(code)
  return json({ status, error: code, message: text.slice(0, 140), path: path.slice(0, 140) }, status)
}

export const handle = (request: Request, rest: string, { seals, ...addressed }: CurrentBank["Service"]) => {
  const { headers, method, originalUrl, url } = request
  const { profile } = addressed
  const answered = Effect.gen(function* () {
    const text = yield* Effect.orDie(request.text)
    const target = new URL(originalUrl === "" ? url : originalUrl, "http://bank")
    const signed = { ...headers, "(request-target)": `${method.toLowerCase()} ${target.pathname}${target.search}` }
    yield* SignatureCheck.verifyTppSignature({ headers: signed, body: Buffer.from(text) }, seals, profile.signature)
    if (!tokenForm.test(headers["authorization"] ?? ""))
      return yield* failWith("TOKEN_UNKNOWN", "The token is missing.")
    return yield* route(request, rest)
  })
  return answered.pipe(
    Effect.provideService(BankRequestContext, {
      ...addressed,
      // Empty, because an agreement belongs to the client that holds the token, whatever certificate that client uses.
      tpp: "",
      requestId: headers["x-request-id"] ?? "",
      authorization: headers["authorization"],
      isAttended: headers["psu-ip-address"] !== undefined
    }),
    Effect.catch((error: TppMessage.TppError) => Effect.succeed(errorOf(error, rest)))
  )
}
