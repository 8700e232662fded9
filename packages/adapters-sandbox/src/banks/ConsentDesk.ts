/** The consent pages of the simulated banks, where people authorize consents (decisions 9, 16). */
import { Clock, Effect } from "effect"
import { companies } from "../companies/SandboxCompanies.ts"
import { personOf } from "../people/Person.ts"
import { bankAccountsOf } from "../records/DrawnAccounts.ts"
import { ConsentFiles } from "./ConsentFiles.ts"
import * as ConsentPage from "./ConsentPage.ts"
import { askedOf, dayOf, latestEnd } from "./ConsentRecord.ts"
import type { ConsentRecord } from "./ConsentRecord.ts"
import { decide, isDecision, results } from "./PageDecision.ts"
import type { PromptAnswer } from "./PageDecision.ts"
import * as PageAddress from "./PageAddress.ts"
import { isBank, pageCustomer } from "./SandboxBank.ts"
import type { Bank } from "./SandboxBank.ts"

interface DeskRequest {
  readonly method: string
  readonly path: string
  /** The form, URL-encoded. */
  readonly body: string
}

export interface DeskAnswer {
  readonly statusCode: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

const shown = (statusCode: number, body: string, origin?: string, headers?: DeskAnswer["headers"]): DeskAnswer => ({
  statusCode,
  headers: {
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": ConsentPage.policy(origin),
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    ...headers
  },
  body
})

const refused = (statusCode: number, text: string, headers?: DeskAnswer["headers"]): DeskAnswer =>
  shown(statusCode, ConsentPage.refusal(text), undefined, headers)

const unknown = refused(404, "This page does not exist.")

export const tooLarge = refused(413, "The form is too large.", { connection: "close" })

const failed = refused(503, "The bank is currently unavailable. Please try again.")

const banks = new Map(companies.filter(isBank).map((company) => [company.id, company]))

/** A consent that the person authorizes on a bank's page. */
interface Found {
  readonly company: Bank
  readonly record: ConsentRecord
  readonly returnUrl: string
}

const find = Effect.fnUntraced(function* ({ company: id, name, secret }: PageAddress.PageAddress) {
  const company = banks.get(id)
  const record = yield* (yield* ConsentFiles).find(name)
  if (company === undefined || record?.company !== id || record.authorization.type !== "REDIRECT") return undefined
  if (!PageAddress.isSecret(record.authorization.secret, secret)) return undefined
  const found: Found = { company, record, returnUrl: record.authorization.returnUrl }
  return found
})

/** Returns the person's accounts that the consent requests. */
const accountsOf = ({ company, record }: Found) => {
  const accounts = bankAccountsOf(company, pageCustomer)
  const asked = askedOf(
    record,
    accounts.map(({ accountId }) => accountId)
  )
  return accounts.filter(({ accountId }) => asked.includes(accountId))
}

const question = (found: Found): DeskAnswer => {
  const { company, record, returnUrl } = found
  const html = ConsentPage.question({
    bankName: company.displayName,
    customerName: personOf(company.market, pageCustomer).name,
    balances: record.scope.balances && company.bank.reads.balances,
    transactions: record.scope.transactions && company.bank.reads.transactions,
    accounts: accountsOf(found),
    until: dayOf(latestEnd(record, company.bank))
  })
  return shown(200, html, new URL(returnUrl).origin)
}

const back = (returnUrl: string, result: string): DeskAnswer => {
  const location = new URL(returnUrl)
  location.searchParams.set("result", result)
  return { statusCode: 303, headers: { location: location.href, "referrer-policy": "no-referrer" }, body: "" }
}

const answerIn = (body: string): PromptAnswer | undefined => {
  const form = new URLSearchParams(body)
  // Each button has its own form, so the page cannot submit two decisions.
  const [decision, ...others] = form.getAll("decision")
  return isDecision(decision) && others.length === 0 ? { decision, accountIds: form.getAll("account") } : undefined
}

const decided = ({ company, returnUrl }: Found): DeskAnswer =>
  shown(410, ConsentPage.decided(company.displayName, returnUrl))

const isDecided = ({ status }: ConsentRecord): boolean => status !== "received"

const post = Effect.fnUntraced(function* (found: Found, { name }: PageAddress.PageAddress, body: string) {
  const answer = answerIn(body)
  if (answer === undefined) return refused(400, "Please use one of the buttons on the page.")
  const now = yield* Clock.currentTimeMillis
  const accountIds = accountsOf(found).map(({ accountId }) => accountId)
  // The first of several simultaneous decisions wins.
  let counts = false
  yield* (yield* ConsentFiles).change(name, (record) => {
    counts = !isDecided(record)
    return decide(record, found.company.bank, accountIds, answer, now)
  })
  return counts ? back(found.returnUrl, results[answer.decision]) : decided(found)
})

const methods = ["GET", "HEAD", "POST"]

/** Responds to a request for a bank's page. */
export const answer = ({ body, method, path }: DeskRequest): Effect.Effect<DeskAnswer, never, ConsentFiles> =>
  Effect.gen(function* () {
    const address = PageAddress.parse(path)
    const found = address && (yield* find(address))
    if (address === undefined || found === undefined) return unknown
    if (!methods.includes(method))
      return refused(405, "This page does not support the request method.", { allow: methods.join(", ") })
    if (isDecided(found.record)) return decided(found)
    return method === "POST" ? yield* post(found, address, body) : question(found)
  }).pipe(Effect.catch(() => Effect.succeed(failed)))
