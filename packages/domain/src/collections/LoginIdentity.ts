/** The login identity: a person at a company, as named by the credentials of a login (spec 10). */
import type { LoginParameter } from "./Parameter.ts"

/**
 * Returns the kind and the value of a login identity, or `undefined` for a file, because a file identifies no person. Expects a
 * personal number in its 12-digit form. Ignores letter case in email addresses but not in usernames, because companies
 * can have case-sensitive usernames.
 *
 * @example
 * of({ type: "EMAIL", email: "Maja@Example.com" }) // ["EMAIL", "maja@example.com"]
 */
export const of = (login: LoginParameter): readonly [kind: LoginParameter["type"], value: string] | undefined => {
  switch (login.type) {
    case "SWEDISH_EID":
      return [login.type, login.personalNumber]
    case "EMAIL":
      return [login.type, login.email.normalize("NFC").toLowerCase()]
    case "USERNAME_PASSWORD":
      return [login.type, login.username.normalize("NFC").trim()]
    case "PDF_DOCUMENT":
      return undefined
  }
}
