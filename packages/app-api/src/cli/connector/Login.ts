/** Logs in to a company from the terminal, and asks the person for the input that the connector's steps need. */
import type { LoginMethod } from "@sheaf/domain/LoginMethod"
import type { CallName } from "@sheaf/connector/cassettes"
import { documentIdsOf, listAt, membersAt } from "./Collected.ts"
import type { Members } from "./Collected.ts"
import type { ConnectorProcess } from "./ConnectorProcess.ts"
import type { RawCall, RawExchange } from "./Recording.ts"

export type AskLine = (question: string) => Promise<string>

const fieldsOf: Readonly<Record<string, ReadonlyArray<string>>> = {
  USERNAME_PASSWORD: ["username", "password"],
  EMAIL: ["email"],
  SWEDISH_EID: ["personalNumber"],
  SMART_ID: ["personalCode", "country"],
  MOBILE_ID: ["personalCode", "phoneNumber"],
  PAGE: []
}

export const loginTypes = Object.keys(fieldsOf)

export interface Options {
  readonly connector: ConnectorProcess
  readonly company: string
  readonly loginMethod: LoginMethod
  readonly loginType: string
  readonly products: ReadonlyArray<string>
  readonly ask: AskLine
  readonly say: (line: string) => void
  readonly takeExchanges: () => ReadonlyArray<RawExchange>
  readonly sleep: (millis: number) => Promise<void>
}

const maxSteps = 500

/** The maximum number of documents in a recording. Five are enough to show how they are fetched. */
const maxDocuments = 5

const pageReturn = { url: "http://localhost/return/state", registeredUrl: "http://localhost/return", state: "state" }

/** The connector's answer is not a valid step. The message contains no values from the answer. */
export class LoginError extends Error {}

const problemOf = (content: Uint8Array): Members => {
  try {
    return membersAt(JSON.parse(Buffer.from(content).toString()))
  } catch {
    return {}
  }
}

export class Login {
  readonly #options: Options
  readonly calls: Array<RawCall> = []
  readonly inputs: Array<string> = []

  constructor(options: Options) {
    this.#options = options
  }

  async #enter(question: string): Promise<string> {
    const line = (await this.#options.ask(question)).trim()
    if (line !== "") this.inputs.push(line)
    return line
  }

  async #call(call: CallName, body: Members): Promise<Members> {
    const { connector, say, takeExchanges } = this.#options
    const answer = await connector.call(call, JSON.stringify(body), {
      "idempotency-key": `recording/${this.calls.length}`
    })
    const exchanges = takeExchanges()
    const isStep = answer.status === 200 && call !== "document"
    const parsed: unknown = isStep ? JSON.parse(Buffer.from(answer.content).toString()) : {}
    const step = membersAt(parsed)
    const { status } = step
    this.calls.push({ call, body, exchanges, ...(isStep && { step }) })
    say(`${call}: ${typeof status === "string" ? status : answer.status} (${exchanges.length} requests)`)
    if (answer.status >= 300) {
      const { title } = problemOf(answer.content)
      say(`The connector answered ${call} with ${answer.status}${typeof title === "string" ? `: ${title}` : ""}`)
      throw new LoginError(`call ${this.calls.length}, ${call}, was answered with ${answer.status}`)
    }
    return step
  }

  async #answer(step: Members): Promise<Members> {
    const information = membersAt(step, "information")
    if (step["asks"] === "TWO_FACTOR_CODE") {
      return { type: "INPUT", input: { type: "TWO_FACTOR_CODE", value: await this.#enter("The code:") } }
    }
    if (step["asks"] === "TWO_FACTOR_CHOICE") {
      const methods = listAt(information, "AVAILABLE_TWO_FACTOR_METHODS").map((method) =>
        String(membersAt(method)["id"])
      )
      const methodId = await this.#options.ask(`One of ${methods.join(", ")}:`)
      return { type: "INPUT", input: { type: "TWO_FACTOR_CHOICE", methodId: methodId.trim() } }
    }
    const required = listAt(information, "REQUIRED_INPUTS").map((input) => String(membersAt(input)["type"]))
    const types = required.length > 0 ? required : listAt(information, "REQUIRED_INPUT_TYPES").map(String)
    if (types.length === 0) throw new Error(`recording cannot answer ${String(step["asks"])}`)
    const inputs: Record<string, string> = {}
    for (const type of types) inputs[type] = await this.#enter(`${type}:`)
    return { type: "INPUT", input: { type: step["asks"], inputs } }
  }

  async #signal(step: Members): Promise<Members> {
    if (step["type"] === "ASK") return this.#answer(step)
    const { REDIRECT_URL: page } = membersAt(step, "information")
    if (typeof page === "string") {
      this.#options.say(`Open this page in a browser: ${page}`)
      const final = await this.#enter("The final address in the browser:")
      const query = URL.canParse(final) ? Object.fromEntries(new URL(final).searchParams) : {}
      this.inputs.push(...Object.values(query))
      return { type: "RETURN", query }
    }
    await this.#options.sleep(Number(step["afterMillis"] ?? 0))
    return { type: "TICK" }
  }

  async run(): Promise<void> {
    const { company, loginMethod, loginType, products } = this.#options
    const login: Record<string, string> = { type: loginType }
    for (const field of fieldsOf[loginType] ?? []) login[field] = await this.#enter(`${field}:`)
    let step = await this.#call("begin", { company, products, loginMethod, login, pageReturn })
    for (let count = 0; step["type"] !== "END"; count++) {
      if (count === maxSteps) throw new Error(`the connector does not end after ${maxSteps} steps`)
      const { session } = step
      const signal = await this.#signal(step)
      step = await this.#call("resume", { session, signal, pageReturn })
    }
    for (const documentId of documentIdsOf(step).slice(0, maxDocuments))
      await this.#call("document", { session: step["session"], documentId })
  }
}
