/** `npm run logins`: prints what each login method asks of a person and what it shows, in each market (spec 2.1). */
import * as LoginIdentity from "@sheaf/domain/LoginIdentity"
import * as LoginMethod from "@sheaf/domain/LoginMethod"
import * as Market from "@sheaf/domain/Market"
import { inlineCode, markdownTable } from "./MarkdownTable.ts"
import type { Column } from "./MarkdownTable.ts"

type Row = LoginMethod.LoginMethodDescription & { readonly method: LoginMethod.LoginMethod }

const entered = ({ parameter }: Row): ReadonlyArray<string> =>
  parameter === undefined ? [] : LoginIdentity.fieldsOf(parameter)

/** Returns what the login method shows to a person, in the order in which it appears. */
const shown = ({ animatedQr, autostart, controlNumber, deviceLink, nativeOnly, page }: Row): ReadonlyArray<string> => [
  ...(animatedQr ? ["a code to scan"] : []),
  ...(autostart ? ["a link that opens the app"] : []),
  ...(controlNumber
    ? [`a number to compare${deviceLink ? ", or a code to scan and a link that opens the app" : ""}`]
    : []),
  ...(page ? ["a page of the company or bank"] : []),
  ...(nativeOnly ? ["only in native apps"] : [])
]

const orNone = (words: ReadonlyArray<string>): string => (words.length === 0 ? "–" : words.join(", "))

const inMarket = (market: Market.Market): Column<Row> => [
  market,
  ({ method }) => (LoginMethod.isAvailableIn(method, market) ? "yes" : "–")
]

const columns: ReadonlyArray<Column<Row>> = [
  ["method", ({ method }) => inlineCode(method)],
  ["scheme", ({ scheme }) => scheme],
  ["the person enters", (row) => orNone(entered(row))],
  ["the person sees", (row) => orNone(shown(row))],
  ...Market.all.map(inMarket),
  ["poll every", ({ pollingMillis }) => `${pollingMillis} ms`]
]

const rows = LoginMethod.all.map((method): Row => ({ method, ...LoginMethod.describe(method) }))

process.stdout.write(`${markdownTable(rows, columns)}\n`)
