/**
 * Reads accounts over STET. A bank with mixed consents shows balances and transactions only of the accounts that Sheaf has
 * named to it, once the person has granted access to the list.
 */
import type { Psd2AisConsentScope } from "@sheaf/domain/ConsentScope"
import type { BankAccounts } from "@sheaf/ports"
import { Effect, Schema } from "effect"
import * as AccountReading from "../readings/AccountReading.ts"
import { lossReasonOf } from "../readings/PartLoss.ts"
import { getRequestFor } from "../readings/BankReading.ts"
import type { BankReading } from "../readings/BankReading.ts"
import { accountIdOf } from "../wire/AccessMapping.ts"
import { BankResponseError } from "../wire/BankCallError.ts"
import type { AttemptedBankCallError } from "../wire/BankCallError.ts"
import * as BankWire from "../wire/BankWire.ts"
import { memberOf, membersOf, textOf } from "../wire/LenientDecoding.ts"

const Page = Schema.Struct({
  accounts: Schema.Array(Schema.Unknown),
  _links: Schema.optionalKey(Schema.Record(Schema.String, Schema.Unknown))
})

const Identity = Schema.Struct({ connectedPsu: Schema.optionalKey(Schema.Unknown) })

/** The largest number of pages of accounts. */
const maxPages = 20

type Calls<A> = Effect.Effect<A, AttemptedBankCallError>

/** Returns the name of the person, if the bank grants it. */
const ownerOf = Effect.fnUntraced(function* (reading: BankReading, links: typeof Page.Type._links) {
  const href = BankWire.hrefOf(links, "endUserIdentity")
  if (href === undefined) return undefined
  const request = getRequestFor(reading, reading.client.linkOf(href))
  return yield* reading.client.sendAndDecode(Identity, request).pipe(
    Effect.map(({ connectedPsu }) => textOf(connectedPsu)),
    Effect.catchIf(
      (fault) => lossReasonOf(fault) !== undefined,
      (fault) =>
        Effect.as(
          Effect.annotateLogs(Effect.logWarning("bank does not name the owner"), { fault: fault.message }),
          undefined
        )
    )
  )
})

/** Lists the accounts on all pages. */
const listed = Effect.fnUntraced(function* (reading: BankReading) {
  const { client } = reading
  const accounts: Array<unknown> = []
  const visited = new Set<string>()
  let owner: string | undefined
  for (let path: string | undefined = client.pathOf("accounts"); path !== undefined;) {
    if (visited.has(path) || visited.size >= maxPages) return yield* new BankResponseError({ reason: "PAGING" })
    visited.add(path)
    const page: typeof Page.Type = yield* client.sendAndDecode(Page, getRequestFor(reading, path))
    accounts.push(...page.accounts)
    owner ??= yield* ownerOf(reading, page._links)
    const next = BankWire.hrefOf(page._links, "next")
    path = next === undefined ? undefined : client.linkOf(next)
  }
  return owner === undefined ? accounts : accounts.map((each) => ({ ownerName: owner, ...membersOf(each) }))
})

/** Returns an account's number in the form of STET, or nothing for an account without one. */
const identificationOf = (account: unknown): ReadonlyArray<object> => {
  const iban = textOf(memberOf(account, "iban"))
  const maskedPan = textOf(memberOf(account, "maskedPan"))
  const other = maskedPan ?? textOf(memberOf(account, "bban"))
  if (iban !== undefined) return [{ iban }]
  if (other === undefined) return []
  return [{ other: { identification: other, schemeName: maskedPan === undefined ? "BBAN" : "CPAN" } }]
}

const isCovered = ({ accountIds }: Psd2AisConsentScope, account: unknown): boolean => {
  const id = accountIdOf(account)
  return accountIds === undefined || (id !== undefined && accountIds.includes(id))
}

/** Returns true if the bank shows the data that the scope covers. */
const isOpen = ({ balances, transactions }: Psd2AisConsentScope, account: unknown): boolean => {
  const links = memberOf(account, "_links")
  const shows = (name: string) => memberOf(links, name) !== undefined || memberOf(account, name) !== undefined
  return (!balances || shows("balances")) && (!transactions || shows("transactions"))
}

/** Names the covered accounts to the bank, unless it shows their data already. */
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

/** Reads the accounts that the scope covers. */
export const read = (reading: BankReading, model: "FULL" | "MIXED"): Calls<BankAccounts> =>
  Effect.gen(function* () {
    const { client } = reading
    const accounts = yield* listed(reading)
    if (model === "MIXED") yield* nameAccounts(reading, accounts)
    const known: Readonly<Record<string, unknown>> = {
      [client.pathOf("accounts")]: { accounts },
      // Cards are in the list of accounts.
      [client.pathOf("card-accounts")]: { cardAccounts: [] }
    }
    return yield* AccountReading.read({
      ...reading,
      client: {
        ...client,
        sendAndDecode: (schema, request) => {
          const found = known[request.path]
          return found === undefined ? client.sendAndDecode(schema, request) : client.decodeValue(schema, found)
        }
      }
    })
  })
