/** Reads the responses that a recording preserves. Later releases must return these responses unchanged. */
import { Speaker } from "@sheaf/adapters-http/testing"
import { RecordedData } from "@sheaf/app-api/testing"
import * as ApiVersion from "@sheaf/domain/ApiVersion"
import { hash } from "node:crypto"
import type { Callers } from "./Callers.ts"

interface Documented {
  readonly documents?: ReadonlyArray<{ readonly documentId: string }>
}

const products = RecordedData.ProductPath.literals

export class Answers {
  readonly all: Array<RecordedData.RecordedAnswer> = []
  readonly #callers: Callers

  constructor(callers: Callers) {
    this.#callers = callers
  }

  async #read(by: string, version: ApiVersion.ApiVersion, path: string): Promise<unknown> {
    const answer = await this.#callers.as(by, version).send(path)
    const { status } = answer
    if (!(answer.header("content-type") ?? "").includes("json")) {
      this.all.push({ by, version, path, status, sha256: hash("sha256", answer.bytes) })
      return undefined
    }
    const body = RecordedData.withoutTexts(answer.json)
    this.all.push({ by, version, path, status, body })
    return body
  }

  /** Reads a path in every version. */
  async path(by: string, path: string): Promise<void> {
    for (const version of ApiVersion.running) await this.#read(by, version, path)
  }

  /** Reads a path in the newest version only. */
  async newest(by: string, path: string): Promise<void> {
    await this.#read(by, "2026-04-01", path)
  }

  /** Reads the status, data and documents of an ended collection, in every version. */
  async collection(by: string, id: string): Promise<void> {
    for (const speaker of Speaker.all) {
      for (const product of products) {
        const routes = speaker[product]
        const status = routes.status(id)
        const isKnown = this.all.some(({ path, version }) => path === status && version === speaker.version)
        if (!isKnown) await this.#read(by, speaker.version, status)
        const records = await this.#read(by, speaker.version, routes.data(id))
        if (!Array.isArray(records)) continue
        for (const { documents = [] } of records as ReadonlyArray<Documented>) {
          for (const { documentId } of documents) {
            await this.#read(by, speaker.version, routes.document(id, documentId))
          }
        }
      }
    }
  }
}
