/** Logins by username, email address or file, in every market (spec 2.1). */
import { Result } from "effect"
import * as PdfContent from "../collections/PdfContent.ts"
import { plain } from "./Scheme.ts"
import type { MethodDeclaration, ParameterDeclaration, Scheme } from "./Scheme.ts"

const method = (meaning: string) => ({ ...plain, hasVariants: false, meaning }) as const satisfies MethodDeclaration

export const pdfUpload = {
  parameter: "PDF_DOCUMENT",
  methods: { PDF_UPLOAD: method("No login. The service reads the insurance from an uploaded PDF.") }
} as const satisfies Scheme & { readonly parameter: string }

export const password = {
  parameter: "USERNAME_PASSWORD",
  methods: { USERNAME_AND_PASSWORD: method("Username and password.") }
} as const satisfies Scheme & { readonly parameter: string }

export const email = {
  parameter: "EMAIL",
  methods: { EMAIL: method("Email address. The company sends the login code or link to this address.") }
} as const satisfies Scheme & { readonly parameter: string }

export interface PdfDocument {
  readonly type: "PDF_DOCUMENT"
  readonly content: string
}

export const pdfDocument: ParameterDeclaration<PdfDocument> = {
  fields: ["file"],
  normalize: (login) =>
    PdfContent.isPdf(login.content)
      ? Result.succeed(login)
      : Result.fail([
          { pointer: "/content", code: "NOT_A_PDF", detail: "Must be a base64-encoded file that begins with %PDF-." }
        ]),
  identity: () => undefined
}

export interface UsernamePassword {
  readonly type: "USERNAME_PASSWORD"
  readonly username: string
}

/** Companies can have case-sensitive usernames. */
export const usernamePassword: ParameterDeclaration<UsernamePassword> = {
  fields: ["username", "password"],
  normalize: Result.succeed,
  identity: ({ username }) => username.normalize("NFC").trim()
}

export interface Email {
  readonly type: "EMAIL"
  readonly email: string
}

export const emailAddress: ParameterDeclaration<Email> = {
  fields: ["email"],
  normalize: Result.succeed,
  identity: (login) => login.email.normalize("NFC").toLowerCase()
}
