/** Plays the company's role: answers a connector's requests as in the recording. */
import type { Exchange, RecordedResponse, RequestShape } from "./Cassette.ts"
import * as Request from "./Request.ts"
import type { SentRequest } from "./Request.ts"

const unexpected: RecordedResponse = {
  status: 502,
  headers: [["content-type", "text/plain"]],
  body: "not on the cassette"
}

export class CassettePlayer {
  #left: Array<Exchange> = []
  #deviations: Array<string> = []

  load(exchanges: ReadonlyArray<Exchange>): void {
    this.#left = [...exchanges]
    this.#deviations = []
  }

  #take(sent: RequestShape): Exchange | undefined {
    const rated = this.#left.map((exchange) => ({ exchange, ...Request.compare(exchange.request, sent) }))
    const same = rated.find(({ isSame }) => isSame)
    // If no recorded request is the same as the sent request, takes the most similar one with the same method.
    // Comparing these two shows best what has changed.
    const best = rated
      .filter(({ exchange }) => exchange.request.method === sent.method)
      .reduce<(typeof rated)[number] | undefined>(
        (one, other) => (one && one.fits >= other.fits ? one : other),
        undefined
      )
    const taken = (same ?? best)?.exchange
    if (taken === undefined) this.#deviations.push(`+ ${Request.describe(sent)}`)
    else if (same === undefined) {
      this.#deviations.push(`- ${Request.describe(taken.request)}`, `+ ${Request.describe(sent)}`)
    }
    this.#left = this.#left.filter((exchange) => exchange !== taken)
    return taken
  }

  answer(request: SentRequest): RecordedResponse {
    return this.#take(Request.shapeOf(request))?.response ?? unexpected
  }

  /** Returns how the requests since `load` differ from the recorded requests, as lines of a diff. */
  deviations(): ReadonlyArray<string> {
    return [...this.#deviations, ...this.#left.map(({ request }) => `- ${Request.describe(request)}`)]
  }

  readonly fetch: typeof fetch = async (input, init) => {
    const request = new globalThis.Request(input, init)
    const response = this.answer({
      method: request.method,
      url: request.url,
      contentType: request.headers.get("content-type") ?? "",
      body: await request.text()
    })
    return new Response(bodyOf(response), { status: response.status, headers: headersOf(response) })
  }
}

/** Statuses without a body (RFC 9110 §15). */
const bodiless = new Set([204, 205, 304])

export const bodyOf = ({ body, encoding, status }: RecordedResponse): Buffer<ArrayBuffer> | null =>
  bodiless.has(status) ? null : Buffer.from(body, encoding ?? "utf8")

const headersOf = ({ headers }: RecordedResponse): Headers => {
  const result = new Headers()
  for (const [name, value] of headers) result.append(name, value)
  return result
}
