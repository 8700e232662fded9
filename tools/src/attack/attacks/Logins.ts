/** Clients that guess passwords, or that flood a person with electronic-ID orders (spec 8). */
import { hasEnded } from "@sheaf/adapters-http/testing"
import assert from "node:assert/strict"
import type { Attack } from "../Attack.ts"
import { orderAt, plainStart, startAs, waitingStart } from "../Starts.ts"

const wrongStart = startAs("incorrect-credentials")

const wrongPasswords: Attack = {
  name: "wrong-passwords",
  summary: "tries 20 wrong passwords for one user name",
  promise:
    "After INCORRECT_CREDENTIALS, 3 starts in 10 minutes are allowed for the client, company and login identity. Further starts are 429 TOO_MANY_ATTEMPTS. Other logins and other clients are not affected.",
  run: async (stage) => {
    // The victim starts more than ten collections for one user name, and all of them succeed.
    const limits = { startsPerLogin: 1000, startsPerLoginAfterFailure: 3 }
    const { attacker, honest } = await stage.start({ config: { limits } })
    let accepted = 0
    for (let attempt = 0; attempt < 20; attempt++) {
      const answer = await attacker.post("/collections", wrongStart)
      if (answer.status === 201) {
        accepted++
        const { id } = answer.read<{ readonly id: string }>()
        assert.equal((await attacker.poll(id, hasEnded)).status, "INCORRECT_CREDENTIALS")
        continue
      }
      assert.equal(answer.expect(429).problem.code, "TOO_MANY_ATTEMPTS")
      assert.ok(Number(answer.header("retry-after")) > 0, "no Retry-After")
    }
    assert.ok(accepted >= 1 && accepted <= 4, `${accepted} attempts were accepted`)
    ;(await attacker.post("/collections", plainStart)).expect(201)
    ;(await honest.post("/collections", wrongStart)).expect(201)
    return `${accepted} attempts were accepted, ${20 - accepted} refused, and no other login`
  }
}

const oneIdentity: Attack = {
  name: "one-identity",
  summary: "orders 40 electronic identifications of one person",
  promise:
    "A client has at most 3 open orders for a login identity. Further starts are 429 TOO_MANY_ATTEMPTS. Other clients' orders never count.",
  run: async (stage) => {
    const { attacker, honest } = await stage.start()
    const statuses: Array<number> = []
    for (let number = 0; number < 40; number++) {
      const answer = await attacker.post("/collections", orderAt())
      statuses.push(answer.status)
      if (answer.status === 429) assert.equal(answer.problem.code, "TOO_MANY_ATTEMPTS")
    }
    const accepted = statuses.filter((status) => status === 201).length
    assert.ok(accepted <= 3 + 40, `${accepted} orders were accepted`)
    const first = statuses.slice(0, 4)
    assert.deepEqual(first, [201, 201, 201, 429], `the first starts returned ${first.join(", ")}`)
    ;(await honest.post("/collections", orderAt())).expect(201)
    return `${accepted} of 40 orders were accepted, and another client's order`
  }
}

const waitingFlood: Attack = {
  name: "waiting-flood",
  summary: "keeps more collections waiting than a client is allowed",
  promise: "A client has at most 5,000 waiting collections (here 40). Further starts are 429 until some end.",
  run: async (stage) => {
    const { attacker } = await stage.start({ config: { limits: { runningCollectionsPerClient: 40 } } })
    const answers = []
    for (let number = 0; number < 60; number++) answers.push(await attacker.post("/collections", waitingStart))
    const accepted = answers.filter(({ status }) => status === 201)
    assert.equal(accepted.length, 40, `${accepted.length} starts were accepted`)
    for (const answer of answers.slice(40)) assert.equal(answer.expect(429).problem.code, "TOO_MANY_ATTEMPTS")
    return `${accepted.length} starts were accepted, and the rest refused`
  }
}

export const logins: ReadonlyArray<Attack> = [wrongPasswords, oneIdentity, waitingFlood]
