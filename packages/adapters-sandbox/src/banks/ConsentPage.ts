/** The HTML of the consent pages: accessible and without scripts (decisions 9, 16). */
import type { BankAccount } from "@sheaf/domain/wealth/BankAccount"
import { hash } from "node:crypto"
import type { PageDecision } from "./PageDecision.ts"

/** The access that a bank asks its customer to grant. */
export interface ConsentPrompt {
  readonly bankName: string
  readonly customerName: string
  readonly balances: boolean
  readonly transactions: boolean
  readonly accounts: ReadonlyArray<BankAccount>
  /** The last day of the consent. */
  readonly until: string
}

const entities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character)

const style =
  "body{font:1.1rem/1.5 system-ui,sans-serif;max-width:38rem;margin:2rem auto;padding:0 1rem}" +
  "dt{font-weight:bold}dd{margin:0 0 .5rem}form{margin:.75rem 0}button{font:inherit;padding:.4rem 1rem}"

const styleHash = `'sha256-${hash("sha256", style, "base64")}'`

/**
 * The content security policy, which forbids loading and framing. Forms can submit only to the page itself, which
 * redirects only to `origin`.
 */
export const policy = (origin?: string): string =>
  [
    "default-src 'none'",
    `style-src ${styleHash}`,
    `form-action 'self'${origin === undefined ? "" : ` ${origin}`}`,
    "frame-ancestors 'none'",
    "base-uri 'none'"
  ].join("; ")

const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`

const button = (decision: PageDecision, text: string): string =>
  `<button name="decision" value="${decision}">${escaped(text)}</button>`

const form = (content: string): string => `<form method="post">\n${content}\n</form>`

const numberOf = ({ accountName, iban }: BankAccount): string =>
  [accountName, iban].filter((part) => part !== undefined).join(", ")

const choice = (accounts: ReadonlyArray<BankAccount>): string => {
  const boxes = accounts.map((account, index) => {
    const checked = index === 0 ? " checked" : ""
    const box = `<input type="checkbox" name="account" value="${escaped(account.accountId)}"${checked}>`
    return `<div><label>${box} ${escaped(numberOf(account))}</label></div>`
  })
  const fieldset = ["<fieldset>", "<legend>Only these accounts</legend>", ...boxes, "</fieldset>"]
  return form([...fieldset, button("approve-fewer", "Approve for these accounts")].join("\n"))
}

const contents = ({ balances, transactions }: ConsentPrompt): string =>
  [...(balances ? ["balances"] : []), ...(transactions ? ["transactions"] : [])].join(" and ")

/** Shows the requested access and a button for each decision. */
export const question = (asked: ConsentPrompt): string => {
  const { accounts, bankName, customerName, until } = asked
  return page(
    `Consent at ${bankName}`,
    `<p>A service asks for access to your accounts at ${escaped(bankName)}. This is a simulated bank.</p>
<dl>
<dt>Customer</dt>
<dd>${escaped(customerName)}</dd>
<dt>Access to</dt>
<dd>${contents(asked)}</dd>
<dt>Accounts</dt>
${accounts.map((account) => `<dd>${escaped(numberOf(account))}</dd>`).join("\n")}
<dt>Valid until the end of</dt>
<dd><time datetime="${escaped(until)}">${escaped(until)}</time> (UTC)</dd>
</dl>
${form(button("approve", "Approve"))}
${accounts.length > 1 ? `${choice(accounts)}\n` : ""}${form(button("approve-until-tomorrow", "Approve until tomorrow only"))}
${form(button("approve-for-a-minute", "Approve for one minute"))}
${form(button("refuse", "Refuse"))}
${form(button("cancel", "Cancel without deciding"))}`
  )
}

export const decided = (bankName: string, returnUrl: string): string =>
  page(
    `Consent at ${bankName}`,
    `<p>This consent has already been decided or has ended.</p>
<p><a href="${escaped(returnUrl)}">Back to the service</a></p>`
  )

export const refusal = (text: string): string => page("Request failed", `<p>${escaped(text)}</p>`)
