/** JSON bodies that different parsers read differently (decisions 12). */
import assert from "node:assert/strict"
import type { Attack } from "../Attack.ts"

export const duplicateMembers: Attack = {
  name: "duplicate-members",
  summary: "sends JSON bodies that repeat a member",
  promise: "A repeated member gets 400 at any depth.",
  run: ({ withTarget }) =>
    withTarget({}, async ({ attacker }) => {
      const bodies: ReadonlyArray<readonly [path: string, body: string]> = [
        ["/users", '{"externalId":"one","externalId":"two"}'],
        ["/users", '{"externalId":"one","\\u0065xternalId":"two"}'],
        [
          "/collections",
          '{"company":"se-nordhem","loginMethod":"USERNAME_AND_PASSWORD","parameters":[{"type":"USERNAME_PASSWORD","username":"a","username":"b","password":"c"}]}'
        ]
      ]
      for (const [path, body] of bodies) {
        const answer = await attacker.send(path, { method: "POST", body })
        assert.equal(answer.status, 400, `${body} returned ${answer.status}`)
      }
      return `${bodies.length} bodies were refused`
    })
}
