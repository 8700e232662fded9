/** Tests authorizations on the bank's page that Sheaf confirms with the code from the return URL. */
import { assert, describe, it } from "@effect/vitest"
import { testsOf } from "@sheaf/ports/testing"
import { Effect, Redacted } from "effect"
import { quietTest } from "../../outbound/ScriptedConnector.ts"
import * as Bank from "../ScriptedBank.ts"

const test = testsOf(it, Effect.void)

const path = "/v1/consents/consent-1/authorisations/auth-1"
const page = "https://login.provbanken.example/consent/1"
const confirmation = `${path}?from=page`

const sca = (scaStatus: string): Bank.BankResponse => ({ body: { scaStatus } })

const scripted = (script: Bank.Script = {}) =>
  Bank.makeScriptedBank({
    "POST /v1/consents": Bank.createdResponse(Bank.links({ scaRedirect: page, confirmation })),
    [`PUT ${confirmation}`]: sca("finalised"),
    "GET /v1/accounts": { body: { accounts: [] } },
    "GET /v1/card-accounts": { body: { cardAccounts: [] } },
    ...Bank.grantedResponse(),
    ...script
  })

type Scripted = Effect.Success<ReturnType<typeof scripted>>

const oauthOf = ({ bank }: Scripted) => bank.oauth ?? assert.fail("the bank takes no codes")

const response = (code = "code-1") => ({ code: Redacted.make(code) })

const returned = Effect.fnUntraced(function* (made: Scripted) {
  const { credentials: pending = assert.fail("no credentials") } = yield* made.bank.createConsent(Bank.request, "a-key")
  return { pending, confirming: yield* oauthOf(made).acceptCode(pending, response()) }
})

describe("a consent that needs a confirmation", () => {
  test("is confirmed with the code from the return address, and used only then", function* () {
    const made = yield* scripted()
    const { bank } = made
    const { confirming, pending } = yield* returned(made)
    assert.strictEqual((yield* bank.status("consent-1", pending)).status, "partiallyAuthorised")
    assert.strictEqual(yield* Bank.reasonOf(bank.status("consent-1", confirming)), "CREDENTIALS_EXPIRED")
    assert.strictEqual(yield* oauthOf(made).acceptCode(confirming, response("code-2")), confirming)
    const confirmed = yield* oauthOf(made).renew(confirming)
    const sent = made.asked.at(-1)
    assert.deepStrictEqual([sent?.call, sent?.body], [`PUT ${confirmation}`, `{"confirmationCode":"code-1"}`])
    assert.strictEqual((yield* bank.status("consent-1", confirmed)).status, "valid")
    yield* bank.accounts("consent-1", Bank.fullScope, {}, confirmed)
    assert.isUndefined(made.asked.at(-1)?.headers.authorization)
    assert.strictEqual(yield* oauthOf(made).renew(confirmed), confirmed)
  })

  test("is confirmed after an explicit start, with the link of the started authorization", function* () {
    const made = yield* scripted({
      "POST /v1/consents": Bank.createdResponse(
        Bank.links({ startAuthorisation: "/v1/consents/consent-1/authorisations" })
      ),
      "POST /v1/consents/consent-1/authorisations": {
        status: 201,
        body: { authorisationId: "auth-1", ...Bank.links({ scaRedirect: page, confirmation }) }
      }
    })
    yield* oauthOf(made).renew((yield* returned(made)).confirming)
    assert.strictEqual(made.asked.at(-1)?.call, `PUT ${confirmation}`)
  })

  test("is confirmed although the first response was lost, because a repeated code changes nothing", function* () {
    const made = yield* scripted({
      [`PUT ${confirmation}`]: [{ status: 503 }, Bank.failing(400, "SCA_INVALID")],
      [`GET ${confirmation}`]: sca("finalised")
    })
    const { confirming } = yield* returned(made)
    assert.strictEqual(yield* Bank.reasonOf(oauthOf(made).renew(confirming)), "UNREACHABLE")
    const confirmed = yield* oauthOf(made).renew(confirming)
    assert.strictEqual((yield* made.bank.status("consent-1", confirmed)).status, "valid")
    const sent = made.asked.filter(({ call }) => call.startsWith("PUT"))
    assert.lengthOf(new Set(sent.map(({ headers }) => headers["x-request-id"])), 1)
  })

  const rejections: ReadonlyArray<readonly [what: string, script: Bank.Script]> = [
    ["a failed authorization", { [`PUT ${confirmation}`]: sca("failed") }],
    ["a confirmation without an effect", { [`PUT ${confirmation}`]: sca("unconfirmed") }],
    [
      "a wrong code",
      { [`PUT ${confirmation}`]: Bank.failing(400, "SCA_INVALID"), [`GET ${confirmation}`]: sca("failed") }
    ]
  ]
  for (const [what, script] of rejections) {
    test(`is rejected: ${what}`, function* () {
      const made = yield* scripted(script)
      const { confirming } = yield* returned(made)
      assert.strictEqual(yield* Bank.reasonOf(oauthOf(made).renew(confirming)), "REFUSED")
    })
  }

  quietTest("is not confirmed at another host", function* () {
    const links = Bank.links({ scaRedirect: page, confirmation: "https://other.example/confirm" })
    const made = yield* scripted({ "POST /v1/consents": Bank.createdResponse(links) })
    const { confirming } = yield* returned(made)
    assert.strictEqual(yield* Bank.reasonOf(oauthOf(made).renew(confirming)), "BROKEN")
  })

  test("needs no code if the bank has no such link", function* () {
    const made = yield* Bank.makeScriptedBank({ "POST /v1/consents": Bank.createdResponse() })
    assert.isUndefined((yield* made.bank.createConsent(Bank.request, "a-key")).credentials)
  })
})
