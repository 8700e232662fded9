/** Finishes the collections of a recorded folder that were waiting when its service ended. */
import { Speaker } from "@sheaf/adapters-http/testing"
import type { CheckedClient } from "@sheaf/adapters-http/testing"
import type { SupplementInfo } from "@sheaf/domain/SupplementInfo"
import { assert } from "vitest"
import type { RecordedData } from "../../src/testing/index.ts"
import { until } from "../Until.ts"
import type { Opened } from "./Folders.ts"

/** Milliseconds after which a collection counts as stuck. */
const patience = 40_000

// The shapes below are those of the published documents, which every answer is checked against.

interface Seen {
  readonly status: string
  readonly pollingInterval?: number
  readonly extraInformation?: Readonly<Record<string, unknown>>
}

interface Documented {
  readonly documents?: ReadonlyArray<object>
}

const questions = [
  "REQUIRED_INPUT_TYPES",
  "TWO_FACTOR_AUTHENTICATION_INSTRUCTION",
  "AVAILABLE_TWO_FACTOR_METHODS",
  "INSTRUCTIONS"
]

const asks = ({ extraInformation = {} }: Seen): boolean => questions.some((key) => key in extraInformation)

class WaitingCollection {
  readonly #recorded: RecordedData.WaitingCollection
  readonly #send: CheckedClient.Send

  constructor(recorded: RecordedData.WaitingCollection, send: CheckedClient.Send) {
    this.#recorded = recorded
    this.#send = send
  }

  get #routes(): Speaker.Routes {
    return Speaker.speakers[this.#recorded.version][this.#recorded.product]
  }

  async status(): Promise<Seen> {
    const answer = await this.#send(this.#routes.status(this.#recorded.id))
    assert.strictEqual(answer.status, 200, `${this.#recorded.name}: ${answer.text}`)
    return answer.json as Seen
  }

  async supply({ status }: Seen, input: SupplementInfo): Promise<void> {
    const { id, name, version } = this.#recorded
    const speaker = Speaker.speakers[version]
    const isForm = status === "CONTACT_FORM_PENDING" && input.type === "COLLECTION_INPUT"
    const path = isForm ? this.#routes.contactForm(id) : this.#routes.supplementInfo(id)
    const body = JSON.stringify(isForm ? speaker.contactForm(input) : input)
    const answer = await this.#send(path, { method: "POST", body })
    assert.strictEqual(answer.status, speaker.accepted.input, `${name}: ${answer.text}`)
  }

  /** Lets its time run out, if it waits by now. */
  async expire(): Promise<boolean> {
    return (await this.#send(`/sandbox/collections/${this.#recorded.id}/expire`, { method: "POST" })).status === 202
  }
}

/** Supplies what is left, lets the time run out if the recording says so, and returns the last status. */
export const finish = async (opened: Opened, recorded: RecordedData.WaitingCollection): Promise<string> => {
  const collection = new WaitingCollection(recorded, await opened.as(recorded.by, recorded.version))
  const supplements = recorded.supplements[Symbol.iterator]()
  const latest = Date.now() + patience
  let expired = !recorded.expire
  const { status } = await until(
    async () => {
      const seen = await collection.status()
      if (asks(seen)) {
        const next = supplements.next()
        if (!next.done) await collection.supply(seen, next.value)
      }
      if (!expired && seen.pollingInterval !== undefined) expired = await collection.expire()
      return seen
    },
    ({ pollingInterval }) => pollingInterval === undefined || Date.now() > latest
  )
  return status
}

/** The status of a collection. */
export const statusOf = async (opened: Opened, recorded: RecordedData.WaitingCollection): Promise<string> =>
  (await new WaitingCollection(recorded, await opened.as(recorded.by, recorded.version)).status()).status

/** The records of both products, without the ids that every collection gives them anew. */
export const recordsOf = async (opened: Opened, by: string, id: string): Promise<ReadonlyArray<unknown>> => {
  const send = await opened.as(by)
  const { insurance, wealth } = Speaker.speakers["2026-04-01"]
  const answers = await Promise.all([insurance, wealth].map((routes) => send(routes.data(id))))
  return answers.map(({ json, status }) =>
    status === 200
      ? (json as ReadonlyArray<Documented>).map(({ documents = [], ...record }) => ({
          ...record,
          id: undefined,
          documents: documents.map((document) => ({ ...document, documentId: undefined }))
        }))
      : status
  )
}
