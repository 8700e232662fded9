/** Logins by username, email address or file, in every market (spec 2.1). */
import { Result } from "effect"
import * as PdfContent from "./PdfContent.ts"
import { plainMethodProperties } from "./Scheme.ts"
import type { MethodDeclaration, ParameterDeclaration, Scheme } from "./Scheme.ts"

const method = (meaning: string) =>
  ({ ...plainMethodProperties, hasVariants: false, meaning }) as const satisfies MethodDeclaration

export const pdfUploadScheme = {
  parameter: "PDF_DOCUMENT",
  methods: {
    PDF_UPLOAD: {
      ...method("No login. The service reads the insurance from an uploaded PDF."),
      pollingMillis: 3000
    }
  }
} as const satisfies Scheme & { readonly parameter: string }

export const passwordScheme = {
  parameter: "USERNAME_PASSWORD",
  methods: { USERNAME_AND_PASSWORD: method("Username and password.") }
} as const satisfies Scheme & { readonly parameter: string }

export const emailScheme = {
  parameter: "EMAIL",
  methods: { EMAIL: method("Email address. The company sends the login code or link to this address.") }
} as const satisfies Scheme & { readonly parameter: string }

export interface PdfDocumentLogin {
  readonly type: "PDF_DOCUMENT"
  readonly content: string
}

export const pdfDocumentDeclaration: ParameterDeclaration<PdfDocumentLogin> = {
  fields: ["file"],
  normalize: (login) =>
    PdfContent.isPdf(login.content)
      ? Result.succeed(login)
      : Result.fail([
          { pointer: "/content", code: "NOT_A_PDF", detail: "Must be a base64-encoded file that begins with %PDF-." }
        ]),
  identity: () => undefined
}

export interface UsernamePasswordLogin {
  readonly type: "USERNAME_PASSWORD"
  readonly username: string
}

/** Usernames keep their case, because it matters at some companies. */
export const usernamePasswordDeclaration: ParameterDeclaration<UsernamePasswordLogin> = {
  fields: ["username", "password"],
  normalize: Result.succeed,
  identity: ({ username }) => username.normalize("NFC").trim()
}

export interface EmailLogin {
  readonly type: "EMAIL"
  readonly email: string
}

export const emailDeclaration: ParameterDeclaration<EmailLogin> = {
  fields: ["email"],
  normalize: Result.succeed,
  identity: (login) => login.email.normalize("NFC").toLowerCase()
}
