/** Starts under a consent that was given before: what is passed on, and each refusal, where the version had it (decisions 2, 3, 9). */
import { assert, layer } from "@effect/vitest"
import { Speaker } from "@sheaf/adapters-http/testing"
import type { StartCollection } from "@sheaf/domain/StartCollection"
import { Effect } from "effect"
import * as Client from "../Client.ts"
import { tokens } from "../Persons.ts"
import { seen } from "../World.ts"

const bearer = (token: string | undefined) => (token === undefined ? undefined : `Bearer ${token}`)

const stored = (consentId: string): StartCollection => ({
  company: "se-nordhem",
  parameters: [
    { type: "ACCOUNT_OWNER_NAME", name: "Maja Lind" },
    { type: "STORED_CONSENT", consentId, psuIpAddress: "2001:db8::17", psuUserAgent: "Browser/1.0" }
  ]
})

const places = {
  "2025-01-01": "/consents/0/consentId",
  "2026-04-01": "/parameters/1/consentId"
}

for (const speaker of Speaker.all) {
  const { version, wealth } = speaker
  layer(Client.layer)(`A start under a stored consent in ${version}`, (it) => {
    const start = (request: StartCollection, token: string | undefined) =>
      Client.sendIn(version)(wealth.starts, {
        method: "POST",
        body: JSON.stringify(speaker.start(request)),
        headers: { authorization: bearer(token) }
      })

    it.effect("passes on the consent and where its user is, without a login method", () =>
      Effect.gen(function* () {
        const request = stored("authorized")
        assert.strictEqual((yield* start(request, tokens.maja)).status, speaker.accepted.start)
        assert.deepInclude(seen.start, request)
      })
    )

    it.effect("passes on what a new consent is to cover", () =>
      Effect.gen(function* () {
        const request: StartCollection = {
          company: "se-nordhem",
          loginMethod: "USERNAME_AND_PASSWORD",
          parameters: [
            { type: "USERNAME_PASSWORD", username: "maja", password: "a-password" },
            {
              type: "PSD2_AIS_CONSENT",
              psuIpAddress: "192.0.2.17",
              psuLocale: "sv-SE",
              accountIds: ["acc-1"],
              balances: true,
              transactions: false,
              validUntil: "2026-06-30"
            }
          ]
        }
        yield* start(request, undefined)
        assert.deepInclude(seen.start, request)
      })
    )

    for (const [consentId, token, status, code, header] of [
      ["authorized", undefined, 401, "USER_TOKEN_REQUIRED", ["www-authenticate", 'Bearer realm="sheaf"']],
      [
        "authorized",
        tokens.erased,
        401,
        "INVALID_TOKEN",
        ["www-authenticate", 'Bearer realm="sheaf", error="invalid_token"']
      ],
      ["expired", tokens.maja, 409, "CONSENT_NOT_USABLE", undefined],
      ["used-up", tokens.maja, 429, "UNATTENDED_LIMIT", ["retry-after", "3600"]]
    ] as const) {
      it.effect(`is refused with ${code}`, () =>
        Effect.gen(function* () {
          const answer = yield* start(stored(consentId), token)
          assert.strictEqual(answer.status, status)
          assert.strictEqual(answer.problem.code, code)
          if (header !== undefined) assert.strictEqual(answer.header(header[0]), header[1])
        })
      )
    }

    for (const [consentId, status, code] of [
      ["of-nobody", 404, "UNKNOWN_CONSENT"],
      ["of-another-company", 400, "CONSENT_OF_ANOTHER_COMPANY"]
    ] as const) {
      it.effect(`is refused with ${code}, which points at the consent`, () =>
        Effect.gen(function* () {
          const answer = yield* start(stored(consentId), tokens.maja)
          assert.strictEqual(answer.status, status)
          assert.strictEqual(answer.problem.code, code)
          assert.deepStrictEqual(
            answer.problem.errors?.map((error) => [error.code, error.pointer]),
            [[code, places[version]]]
          )
        })
      )
    }
  })
}
