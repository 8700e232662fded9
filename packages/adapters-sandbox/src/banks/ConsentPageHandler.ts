/** The simulated banks' consent pages, where people authorize consents (spec 2.4, 12). */
import { Clock, Effect } from "effect"
import type { PageResponse } from "../pages/PageLayout.ts"
import { companyOf } from "../companies/SandboxCompanies.ts"
import * as PageLayout from "../pages/PageLayout.ts"
import { personOf } from "../people/Person.ts"
import { bankAccountsOf } from "../records/BankAccounts.ts"
import { banks, pageIdentity } from "./Bank.ts"
import type { Bank } from "./Bank.ts"
import * as GrantConfirmation from "./GrantConfirmation.ts"
import { ConsentFileStore } from "./ConsentFileStore.ts"
import * as ConsentPage from "./ConsentPage.ts"
import { requestedAccountsOf, dayOf, endOfConsent, decryptReturnUrl } from "./ConsentRecord.ts"
import type { ConsentRecord } from "./ConsentRecord.ts"
import { applyDecision, isDecision, resultParameters } from "./PageDecision.ts"
import type { DecisionForm } from "./PageDecision.ts"
import * as PagePath from "./PagePath.ts"

export interface PageRequest extends Omit<ConsentPage.PageLanguages, "locale"> {
  readonly method: string
  readonly path: string
  /** The URL-encoded form, or `undefined` if it is too large. */
  readonly body: string | undefined
}

const bankPageAt = (company: string, request: PageRequest): ConsentPage.BankPage =>
  ConsentPage.bankPageOf(company, companyOf(company)?.displayName ?? company, request)

interface Found {
  readonly company: Bank
  readonly record: ConsentRecord
  readonly returnUrl: string
}

const find = Effect.fnUntraced(function* ({ company: id, name, secret }: PagePath.PagePath) {
  const company = banks.get(id)
  const record = yield* (yield* ConsentFileStore).find(name)
  if (company === undefined || record?.company !== id || record.authorization.type !== "REDIRECT") return undefined
  const returnUrl = decryptReturnUrl(secret, record.authorization)
  if (returnUrl === undefined) return undefined
  const found: Found = { company, record, returnUrl }
  return found
})

const accountsOf = ({ company, record }: Found) => {
  const accounts = bankAccountsOf(company, pageIdentity)
  const asked = requestedAccountsOf(
    record,
    accounts.map(({ accountId }) => accountId)
  )
  return accounts.filter(({ accountId }) => asked.includes(accountId))
}

/**
 * The origins to which a form may be submitted or redirected, for the content security policy. All are allowed, because
 * browsers apply this policy to every redirect after a form submission, and the service redirects to its client's site.
 */
const origin = "https: http:"

const question = (found: Found, page: ConsentPage.BankPage): PageResponse => {
  const { company, record } = found
  const customerName = personOf(company.market, pageIdentity).name
  if (record.requested.isLogin === true) return ConsentPage.loginPage(page, customerName, origin)
  return ConsentPage.promptPage(page, {
    clientName: record.clientName,
    customerName,
    balances: record.scope.balances && company.bank.reads.balances,
    transactions: record.scope.transactions && company.bank.reads.transactions,
    accounts: accountsOf(found),
    until: dayOf(endOfConsent(record, company.bank)),
    origin
  })
}

const back = (returnUrl: string, result: string, confirmationCode: string | undefined): PageResponse => {
  const location = new URL(returnUrl)
  location.searchParams.set("result", result)
  if (confirmationCode !== undefined) location.searchParams.set("confirmationCode", confirmationCode)
  return PageLayout.redirectResponse(location.href)
}

const answerIn = (body: string): DecisionForm | undefined => {
  const form = new URLSearchParams(body)
  // Each button has its own form, so the page cannot send two decisions.
  const [decision, ...others] = form.getAll("decision")
  return isDecision(decision) && others.length === 0 ? { decision, accountIds: form.getAll("account") } : undefined
}

const isDecided = (record: ConsentRecord): boolean =>
  record.status !== "received" || GrantConfirmation.isConfirmationPending(record)

const post = Effect.fnUntraced(function* (
  found: Found,
  { name }: PagePath.PagePath,
  page: ConsentPage.BankPage,
  body: string
) {
  const answer = answerIn(body)
  if (answer === undefined) return ConsentPage.errorPage(page, "mistaken", 400)
  const now = yield* Clock.currentTimeMillis
  const accountIds = accountsOf(found).map(({ accountId }) => accountId)
  // If decisions race, the first one wins.
  let counts = false
  let code: string | undefined
  yield* (yield* ConsentFileStore).change(name, (record) => {
    counts = !isDecided(record)
    if (!counts) return record
    const given = GrantConfirmation.makeConfirmationCode()
    const decided = GrantConfirmation.withholdGrant(
      applyDecision(record, found.company.bank, accountIds, answer, now),
      given
    )
    code = GrantConfirmation.isConfirmationPending(decided) ? given : undefined
    return decided
  })
  return counts ? back(found.returnUrl, resultParameters[answer.decision], code) : ConsentPage.alreadyDecidedPage(page)
})

const methods = ["GET", "HEAD", "POST"]

export const localeAt = (path: string): Effect.Effect<string | undefined, never, ConsentFileStore> => {
  const address = PagePath.parse(path)
  if (address === undefined) return Effect.undefined
  return Effect.match(find(address), { onFailure: () => undefined, onSuccess: (found) => found?.record.locale })
}

export const handleRequest = (request: PageRequest): Effect.Effect<PageResponse, never, ConsentFileStore> => {
  const { body, method, path } = request
  const [, company = ""] = path.split("/")
  const page = bankPageAt(company, request)
  return Effect.gen(function* () {
    if (body === undefined) return ConsentPage.errorPage(page, "tooLarge", 413, { connection: "close" })
    const address = PagePath.parse(path)
    const found = address && (yield* find(address))
    if (address === undefined || found === undefined) return ConsentPage.errorPage(page, "unknown", 404)
    const { displayName, id } = found.company
    const own = ConsentPage.bankPageOf(id, displayName, { ...request, locale: found.record.locale })
    if (!methods.includes(method)) return ConsentPage.errorPage(own, "method", 405, { allow: methods.join(", ") })
    if (isDecided(found.record)) return ConsentPage.alreadyDecidedPage(own)
    return method === "POST" ? yield* post(found, address, own, body) : question(found, own)
  }).pipe(Effect.catch(() => Effect.succeed(ConsentPage.errorPage(page, "unavailable", 503))))
}
