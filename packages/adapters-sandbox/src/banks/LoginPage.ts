/** The login before the banks' pages: a form for the user name, and a cookie that remembers the name. */
import type { PageResponse } from "../pages/PageLayout.ts"
import { timingSafeEqual } from "node:crypto"
import * as PageLayout from "../pages/PageLayout.ts"
import * as DeterministicEncryption from "../storage/DeterministicEncryption.ts"
import { companyOf } from "../companies/SandboxCompanies.ts"
import { pageUsername } from "./Bank.ts"
import * as ConsentPage from "./ConsentPage.ts"
import * as PagePath from "./PagePath.ts"

export interface BankPageRequest extends ConsentPage.PageLanguages {
  readonly method: string
  readonly path: string
  readonly form: URLSearchParams
  readonly cookie: string
}

const cookieName = "bank-login"

const tokenOf = (secret: string): string => DeterministicEncryption.deriveKey("login at a bank", secret).toString("hex")

const hasLogin = (cookie: string, secret: string): boolean => {
  const [, token = ""] = new RegExp(`(?:^|; *)${cookieName}=([0-9a-f]{64})(?:;|$)`).exec(cookie) ?? []
  const expected = tokenOf(secret)
  return token.length === expected.length && timingSafeEqual(Buffer.from(token), Buffer.from(expected))
}

const login = (request: BankPageRequest, company: string, isUnknown: boolean): PageResponse => {
  const displayName = companyOf(company)?.displayName ?? company
  const { frame, texts } = ConsentPage.bankPageOf(company, displayName, request)
  const { hint, submit, title, unknown, user } = texts.login
  const field = `<label>${PageLayout.escapeHtml(user)} <input name="user" type="text" autocomplete="username" required></label>`
  const parts = [
    ...(isUnknown ? [`<p role="alert">${PageLayout.escapeHtml(unknown)}</p>`] : []),
    `<p>${PageLayout.escapeHtml(hint)}</p>`,
    `<form method="post">${field}\n${PageLayout.submitButton("login", "login", submit, true)}</form>`
  ]
  const body = parts.join("\n")
  return PageLayout.pageResponse(isUnknown ? 401 : 200, { ...frame, title: title.replace("{bank}", displayName), body })
}

/**
 * Returns the login form, or the response to a submitted login form. Returns nothing if the person need not log in
 * first. Submitting a decision needs no login, so programs can submit one.
 */
export const handleRequest = (request: BankPageRequest): PageResponse | undefined => {
  const { cookie, form, method, path } = request
  const address = PagePath.parse(path)
  if (address === undefined || form.has("decision") || hasLogin(cookie, address.secret)) return undefined
  if (method !== "POST" || !form.has("user"))
    return method === "GET" ? login(request, address.company, false) : undefined
  if (form.get("user") !== pageUsername) return login(request, address.company, true)
  const { headers, ...redirect } = PageLayout.redirectResponse(path)
  const attributes = "HttpOnly; SameSite=Lax"
  const setCookie = `${cookieName}=${tokenOf(address.secret)}; Path=${path}; ${attributes}`
  return { ...redirect, headers: { ...headers, "set-cookie": setCookie } }
}
